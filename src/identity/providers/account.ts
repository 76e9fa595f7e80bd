import type { Context } from '../../platform/context.ts'
import { AppError } from '../../shared/errors.ts'
import type { IdentityOptions } from '../core.ts'
import { proveAddress } from '../recovery/proven-address.ts'
import { insertUser } from '../sql.ts'
import { mailMeansNotice } from '../undo/means-mail.ts'
import type { ProviderPerson } from './person-rules.ts'
import {
  lockIdentity,
  lockUserByEmail,
  noteIdentitySignIn,
  noteUserSignIn,
  readIdentityOwner,
} from './sql.ts'

/**
 * The account of someone whom a provider has recognised, in the caller's transaction: the one that their identity is
 * linked to; else the one with their address, which the identity is then linked to; else a new one. What others
 * prepared at an address that they never proved is removed (see `proveAddress`). A linked identity stays linked, even
 * when the address changes at the provider. Null for an unknown person whose address the provider has not verified;
 * nothing is made then.
 */
export async function accountOf(
  context: Context,
  person: ProviderPerson,
  { afterSignUp }: Pick<IdentityOptions, 'afterSignUp'>,
): Promise<string | null> {
  const { db } = context
  const { provider, subject, verifiedEmail, identityData: data } = person
  const now = context.clock()
  await lockIdentity(db, person)
  const owner = await readIdentityOwner(db, person)
  const userId = owner?.user_id ?? (await accountWithAddress(context, person, afterSignUp))
  if (!userId) return null
  // The account is locked before what belongs to it, in the same order everywhere, so that nothing deadlocks.
  const address = await noteUserSignIn(db, { userId, now })
  if (!address) throw justDeleted()
  await noteIdentitySignIn(db, { userId, provider, subject, data, now })
  const isFirstProof = address === verifiedEmail && (await proveAddress(context, userId))
  if (!owner && !isFirstProof) await mailMeansNotice(context, userId, { change: 'provider', name: provider })
  return userId
}

async function accountWithAddress(
  context: Context,
  { verifiedEmail: email, names }: ProviderPerson,
  afterSignUp: IdentityOptions['afterSignUp'],
): Promise<string | null> {
  if (!email) return null
  const metadata = { first_name: names.firstName, last_name: names.lastName }
  const userId = await insertUser(context.db, { email, passwordHash: null, metadata, now: context.clock() })
  if (userId) {
    await afterSignUp(context, { userId, ...names })
    return userId
  }
  const existing = await lockUserByEmail(context.db, email)
  if (!existing) throw justDeleted()
  return existing.id
}

const justDeleted = () => new AppError('unavailable', 'This account has just been deleted')
