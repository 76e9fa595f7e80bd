import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import { handle, type JobHandler } from '../../platform/jobs/job.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import type { IdentityCore } from '../core.ts'
import { challengeOf } from '../rules.ts'
import { isOnSite } from '../sessions/redirect-rules.ts'
import { readCredentials } from '../sql.ts'
import type { RecoverBody } from './contract.ts'
import { issueOneTimeToken, linkMinutes } from './one-time-tokens.ts'
import { resetMail } from './reset-mail.ts'

const payload = z.object({
  /** The mail's id: its token derives from it. */
  id: z.uuid(),
  email: z.string(),
  /** The address to which the client wants the person to return; checked against the allowed addresses. */
  redirect_to: z.string(),
  /** Whether to mail nothing if the address has been proven. */
  only_unproven: z.boolean().optional(),
  challenge: z.object({ challenge: z.string(), method: z.enum(['s256', 'plain']) }).nullable(),
})

type RecoveryMail = z.output<typeof payload>

/** A mail with a link to set a new password, for an address that may have no account. */
export const recoveryMail = { name: 'send_recovery_mail', payload }

/** The mail after a request. */
export const newRecoveryMail = ({ email, ...challenge }: RecoverBody, redirectTo: string): RecoveryMail => ({
  id: randomUUID(),
  email,
  redirect_to: redirectTo,
  challenge: challengeOf(challenge),
})

/** The job that sends these mails to addresses that have an account. */
export function createRecoveryMail(
  { secret, options: { db, clock, siteUrl, settings } }: IdentityCore,
  mailer: Pick<Mailer, 'send'>,
): JobHandler {
  const context: Context = { db, clock, actor: null }
  return handle(recoveryMail, async ({ id, email, redirect_to: redirectTo, only_unproven, challenge }) => {
    const account = await readCredentials(db, email)
    if (!account || (only_unproven && account.email_verified_at)) return
    const token = await issueOneTimeToken(context, secret, { mailId: id, userId: account.id, challenge })
    if (!token) return
    const link = linkTo(redirectTo, { siteUrl, token })
    const mail = resetMail({ appName: settings.appName, siteUrl, link, minutes: linkMinutes })
    await mailer.send({ id: `recovery-${id}`, to: email, ...mail })
  })
}

/**
 * The address in the mail. On the site it is always the page that sets a password, which uses up the token only when
 * the person acts, since programs that scan mails follow links.
 */
function linkTo(redirectTo: string, { siteUrl, token }: { siteUrl: string; token: string }): string {
  const asked = new URL(redirectTo)
  const link = isOnSite(asked, siteUrl) ? new URL(`${siteUrl}/auth/reset`) : asked
  link.searchParams.set('token_hash', token)
  link.searchParams.set('type', 'recovery')
  return link.href
}
