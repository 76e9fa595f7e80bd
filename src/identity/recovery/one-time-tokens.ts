import { createHmac } from 'node:crypto'
import type { Context } from '../../platform/context.ts'
import { minuteMs } from '../../shared/time.ts'
import type { IdentityOptions } from '../core.ts'
import { authError } from '../errors.ts'
import { proveAddress } from '../providers/proven-address.ts'
import { type Challenge, challengeOf } from '../rules.ts'
import { hashOfToken } from '../sessions/sessions.ts'
import {
  endFlowsOf,
  isLivingLink,
  noteTokenSignIn,
  readOneTimeToken,
  storeOneTimeToken,
} from '../tokens/sql.ts'

/** How long a mailed link works. */
export const linkMinutes = 60

/** The content of a link. `email`, if given, must be its owner's. */
type SerializedToken = { token: string; email?: string }

/** The owner of a used token, and the challenge of the client that requested it. */
type Recognised = { userId: string; challenge: Challenge | null }

/**
 * The token of one mail, the same at each attempt to send it: derived from the mail's id, since only its hash is
 * stored. Undefined if it has been used or has expired. Valid for an hour from now.
 */
export async function issueOneTimeToken(
  { db, clock }: Context,
  secret: Buffer,
  { mailId, userId, challenge }: { mailId: string; userId: string; challenge: Challenge | null },
): Promise<string | undefined> {
  const token = createHmac('sha256', secret).update(`one-time ${mailId}`).digest('base64url')
  const now = clock()
  const expiresAt = new Date(now.getTime() + linkMinutes * minuteMs)
  const isStored = await storeOneTimeToken(db, {
    purpose: 'recovery',
    tokenHash: hashOfToken(token),
    userId,
    challenge,
    now,
    expiresAt,
  })
  return isStored ? token : undefined
}

/** Whether a token of a mail would be accepted now. */
export const isOneTimeTokenGood = ({ db, clock }: Context, token: string): Promise<boolean> =>
  isLivingLink(db, { tokenHash: hashOfToken(token), now: clock() })

/**
 * Uses a token, and ends all others of its owner. Having it proves the address, since it was mailed there. Throws
 * `otp_expired`, the same for a token that is unknown, used, too old, or for another address. Runs in the caller's
 * transaction.
 */
export async function takeOneTimeToken(
  context: Context,
  { token, email }: SerializedToken,
  options: Pick<IdentityOptions, 'afterProof'>,
): Promise<Recognised> {
  const { db } = context
  const now = context.clock()
  const tokenHash = hashOfToken(token)
  const owner = await noteTokenSignIn(db, { tokenHash, now })
  const stored = owner && (await readOneTimeToken(db, tokenHash))
  if (!owner || !stored || stored.expires_at <= now) throw authError('otp_expired')
  if (email !== undefined && email !== owner.email) throw authError('otp_expired')
  await endFlowsOf(db, owner.id)
  await proveAddress(context, owner.id, options)
  return { userId: owner.id, challenge: challengeOf(stored) }
}
