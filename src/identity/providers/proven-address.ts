import type { Context } from '../../platform/context.ts'
import type { IdentityOptions } from '../core.ts'
import { dropFactors } from '../factors/reset.ts'
import { forgetFamiliar } from '../familiar/sql.ts'
import { deletePasskeysOf } from '../passkeys/sql.ts'
import { endSessions } from '../sessions/sql.ts'
import { deleteOtherIdentities, endFlowsOf, markAddressProven, settleIdentities } from '../tokens/sql.ts'
import { deleteChangesOf } from '../undo/sql.ts'

/**
 * Marks the account's address as proven: somebody followed a mail to it, or a provider has verified it. Before the
 * first proof anyone may have registered the address. So their password, second steps, passkeys, sessions, links and
 * providers are removed, except the provider's identity that proves it, and everything that is left is settled
 * (docs/product/sign-in.md#unproven-addresses); none of it comes back. Returns whether this was the first proof. Runs
 * in the caller's transaction.
 */
export async function proveAddress(
  context: Context,
  userId: string,
  { afterProof, by }: Pick<IdentityOptions, 'afterProof'> & { by?: { provider: string; subject: string } },
): Promise<boolean> {
  const { db, clock } = context
  const now = clock()
  const wasFirst = await markAddressProven(db, { userId, now })
  if (!wasFirst) return false
  await endFlowsOf(db, userId)
  await forgetFamiliar(db, userId)
  await deletePasskeysOf(db, userId)
  await dropFactors(context, userId)
  await deleteOtherIdentities(db, { userId, by })
  await settleIdentities(db, userId)
  await endSessions(db, { userId }, { reason: 'address_proven', now })
  await deleteChangesOf(db, userId)
  await afterProof(context, userId)
  return true
}
