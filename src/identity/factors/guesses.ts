import { type Context, requireUser } from '../../platform/context.ts'
import type { IdentityCore } from '../core.ts'
import type { WrongCode } from '../limits.ts'
import { mailFactorNotice } from './factor-mail.ts'
import { wrongCodesToReport } from './rules.ts'

/**
 * Mails the caller's account, once a day, that somebody who has passed the first step gives wrong codes: the first one at
 * a place where its owner never signed in, elsewhere once they are more than slips.
 */
export async function tellOfGuesses(
  { limits }: Pick<IdentityCore, 'limits'>,
  context: Context,
  { isFamiliar, count }: WrongCode,
): Promise<void> {
  if (isFamiliar && count < wrongCodesToReport) return
  const { userId } = requireUser(context)
  if (await limits.isToBeTold(userId)) await mailFactorNotice(context, userId, { change: 'wrong_codes' })
}
