import { type Context, requireUser } from '../../platform/context.ts'
import type { IdentityCore } from '../core.ts'
import type { WrongCode } from '../limits.ts'
import { mailNotice } from '../notices.ts'
import { wrongCodesToReport } from './rules.ts'

/**
 * Mails the caller's account, once a day, that somebody who has passed the first step enters wrong codes. The first few
 * may be slips of the owner, and the web app tries a code with each of their apps; but nobody enters a recovery code by
 * mistake at a place where they never signed in.
 */
export async function tellOfGuesses(
  { limits }: Pick<IdentityCore, 'limits'>,
  context: Context,
  { isApp, isFamiliar, count }: WrongCode,
): Promise<void> {
  const mayBeSlip = isApp || isFamiliar
  if (mayBeSlip && count < wrongCodesToReport) return
  const { userId } = requireUser(context)
  if (await limits.isToBeTold(userId)) await mailNotice(context, userId, { change: 'wrong_codes' })
}
