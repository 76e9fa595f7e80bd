import { type Context, inTransaction } from '../../platform/context.ts'
import { enqueue } from '../../platform/jobs/job.ts'
import { securityEvent } from '../../platform/security-events.ts'
import { invalid } from '../../shared/errors.ts'
import type { WireSession } from '../contract.ts'
import type { IdentityCore } from '../core.ts'
import { AuthError, authError } from '../errors.ts'
import type { Device } from '../familiar/device.ts'
import { addressOfCodeExchange, beginCodeExchange, codeExchangeError } from '../sessions/code-exchange.ts'
import { allowedRedirect } from '../sessions/redirect-rules.ts'
import { startSession } from '../sessions/sessions.ts'
import type { RecoverBody, ResendBody, VerifyBody } from './contract.ts'
import { isOneTimeTokenGood, takeOneTimeToken } from './one-time-tokens.ts'
import { newRecoveryMail, recoveryMail } from './recovery-mail.ts'

/** How often sending a mail is tried: for more than an hour. */
const maxAttempts = 9

/** Lets people back in by a mailed link (docs/product/reset.md#the-mail). */
export function createRecovery(core: IdentityCore) {
  const { siteUrl, settings, log } = core.options
  const resetPage = `${siteUrl}/auth/reset`
  const redirectFor = (asked: string | undefined) =>
    allowedRedirect(asked, { siteUrl, redirectUrls: settings.redirectUrls }, resetPage)

  return {
    /**
     * Requests a mailed link. Does the same for every address: whether it has an account is looked up when the mail is
     * sent. Throws `over_email_send_rate_limit` and `rate_limited`.
     */
    async request(
      { db }: Context,
      { body, redirectTo }: { body: RecoverBody; redirectTo: string | undefined },
      device: Device,
    ): Promise<void> {
      await core.limits.recovery(body.email, device)
      await enqueue(db, recoveryMail, newRecoveryMail(body, redirectFor(redirectTo)), { maxAttempts })
      securityEvent(log, 'recovery_requested', { account: body.email, from: device.address })
    },

    /**
     * Requests the mail that proves an address, for an account whose address is unproven: following it sets a password,
     * since anyone may have registered the address. Nothing is mailed for a change of address, which is not offered.
     * Does the same for every address. Throws what `requestRecovery` throws.
     */
    async resend(
      { db }: Context,
      { body, redirectTo }: { body: ResendBody; redirectTo: string | undefined },
      device: Device,
    ): Promise<void> {
      await core.limits.recovery(body.email, device)
      if (body.type === 'email_change') return
      const mail = { ...newRecoveryMail(body, redirectFor(redirectTo)), only_unproven: true }
      await enqueue(db, recoveryMail, mail, { maxAttempts })
      securityEvent(log, 'recovery_requested', { account: body.email, from: device.address })
    },

    /**
     * Starts a session that may set a password, for an unused token of a mailed link. Throws `otp_expired`, also
     * for another kind of token than recovery.
     */
    async verifyToken(context: Context, body: VerifyBody, device: Device): Promise<WireSession> {
      requireRecovery(body.type)
      const token = body.token_hash ?? body.token
      if (token === undefined) throw invalid('token_hash', 'token_hash is required')
      const email = body.token_hash === undefined ? requireEmail(body.email) : body.email
      const session = await inTransaction(context, async (inner) => {
        const { userId } = await takeOneTimeToken(
          inner,
          { token, ...(email !== undefined && { email }) },
          core.options,
        )
        return startSession(inner, { userId, method: 'recovery', device })
      })
      return core.answerNew(context, session, device)
    },

    /** Whether the token of a mailed link is still valid; asking does not use it up. Throws `rate_limited`. */
    async isLinkGood(context: Context, token: string, from: Pick<Device, 'address'>): Promise<boolean> {
      await core.limits.linkCheck(from)
      return isOneTimeTokenGood(context, token)
    },

    /**
     * The next address for a browser that followed a link: with a session or a code, or with the reason why there is
     * none.
     */
    async followLink(
      context: Context,
      { type, token, redirectTo }: { type: string; token: string; redirectTo: string | undefined },
      device: Device,
    ): Promise<string> {
      const destination = redirectFor(redirectTo)
      try {
        requireRecovery(type)
        const begun = await inTransaction(context, async (inner) => {
          const recognised = await takeOneTimeToken(inner, { token }, core.options)
          return beginCodeExchange(inner, {
            ...recognised,
            method: 'recovery',
            redirectTo: destination,
            device,
          })
        })
        return await addressOfCodeExchange(core, context, begun, device)
      } catch (error) {
        if (!(error instanceof AuthError)) throw error
        const { code, message } = error
        return codeExchangeError(destination, {
          error: 'access_denied',
          error_code: code,
          error_description: message,
        })
      }
    },
  }
}

// No other mails are sent, so any other type gets the error of an invalid link.
function requireRecovery(type: string): void {
  if (type !== 'recovery') throw authError('otp_expired')
}

function requireEmail(email: string | undefined): string {
  if (email === undefined) throw invalid('email', 'email is required beside token')
  return email
}
