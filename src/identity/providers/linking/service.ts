import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { type Context, inTransaction } from '../../../platform/context.ts'
import type { JsonObject } from '../../../platform/database/schema.ts'
import { enqueue } from '../../../platform/jobs/job.ts'
import { securityEvent } from '../../../platform/security-events.ts'
import { AppError, invalid } from '../../../shared/errors.ts'
import { minuteMs } from '../../../shared/time.ts'
import type { IdentityCore } from '../../core.ts'
import { AuthError } from '../../errors.ts'
import type { Device } from '../../familiar/device.ts'
import { type Challenge, challengeOf } from '../../rules.ts'
import { addressOfCodeExchange, beginCodeExchange, codeExchangeError } from '../../sessions/code-exchange.ts'
import { hashOfToken } from '../../sessions/sessions.ts'
import { linkIdentity } from '../account.ts'
import type { ProviderName } from '../contract.ts'
import { suspended, tooManyMails } from '../errors.ts'
import type { ProviderPerson } from '../person-rules.ts'
import { lockIdentity, readIdentityOwner } from '../sql.ts'
import { codeOfLink, linkCodeMail, linkMinutes } from './code-mail.ts'
import { insertLink, takeLink, takeTry } from './sql.ts'

const maxTries = 5

/** A sign-in that waits for a code: the person, the account with their address, and the client's address. */
type Waiting = {
  person: ProviderPerson
  /** The provider as people know it. */
  title: string
  userId: string
  redirectTo: string
  challenge: Challenge | null
}

/**
 * Links a provider's sign-in to an account by a code that is mailed to its address (docs/product/sign-in.md#providers).
 */
export function createProviderLinking(core: IdentityCore) {
  const { limits, secret, options } = core

  return {
    /**
     * Mails a code to the account's address. Returns the page that asks for it, on which only this browser can confirm
     * it. Outside transactions. Throws a sign-in failure after too many mails.
     */
    async beginLinking(context: Context, waiting: Waiting): Promise<string> {
      const { person, title, userId, redirectTo, challenge } = waiting
      await limits.linkMail(userId).catch((error: unknown) => {
        throw error instanceof AppError && error.code === 'rate_limited' ? tooManyMails() : error
      })
      const token = randomBytes(32).toString('base64url')
      const id = randomUUID()
      const { provider, subject } = person
      await inTransaction(context, async ({ db, clock }) => {
        const now = clock()
        await insertLink(db, {
          tokenHash: hashOfToken(token),
          id,
          userId,
          provider,
          subject,
          data: person.identityData as JsonObject,
          redirectTo,
          challenge,
          tries: maxTries,
          now,
          expiresAt: new Date(now.getTime() + linkMinutes * minuteMs),
        })
        await enqueue(db, linkCodeMail, { id, user_id: userId, provider: title })
      })
      securityEvent(options.log, 'reauthentication_requested', { user: userId, method: 'oauth' })
      return `${options.siteUrl}/auth/link#${new URLSearchParams({ link: token, provider: title })}`
    },

    /**
     * Links the sign-in that the code belongs to, signs in, and returns the address that leads back to the client.
     * Throws `validation_failed` for a wrong code, `conflict` after five wrong ones or a quarter of an hour, and
     * `rate_limited`.
     */
    async confirmLinking(
      context: Context,
      { link, code }: { link: string; code: string },
      device: Device,
    ): Promise<string> {
      await limits.linkCheck(device)
      const tokenHash = hashOfToken(link)
      const waiting = await takeTry(context.db, { tokenHash, now: context.clock() })
      if (!waiting) throw isOver()
      const [given, right] = [code, codeOfLink(secret, waiting.id)].map((one) => Buffer.from(one))
      if (!given || !right || given.length !== right.length || !timingSafeEqual(given, right)) {
        const { address: from } = device
        securityEvent(options.log, 'sign_in_failed', {
          user: waiting.user_id,
          method: 'oauth',
          reason: 'code',
          from,
        })
        throw waiting.tries_left > 0 ? invalid('code', 'This code is not right.') : isOver()
      }
      const { provider, provider_id: subject, user_id: userId, redirect_to: redirectTo } = waiting
      const begin = async (inner: Context) => {
        await lockIdentity(inner.db, { provider, subject })
        const owner = await readIdentityOwner(inner.db, { provider, subject })
        if (owner && owner.user_id !== userId) throw isOver()
        const data = waiting.identity_data as JsonObject
        await linkIdentity(inner, {
          userId,
          isAddition: !owner,
          provider: waiting.provider as ProviderName,
          subject,
          data,
          provesAddress: () => true,
          afterProof: core.options.afterProof,
        })
        // After the account is locked, in the order in which its deletion locks both.
        if (!(await takeLink(inner.db, tokenHash))) throw isOver()
        return beginCodeExchange(inner, {
          userId,
          method: 'oauth',
          challenge: challengeOf(waiting),
          redirectTo,
          device,
        })
      }
      try {
        return await addressOfCodeExchange(core, context, await inTransaction(context, begin), device)
      } catch (error) {
        if (!(error instanceof AuthError && error.code === 'user_banned')) throw error
        return codeExchangeError(redirectTo, suspended(error).returned)
      }
    },
  }
}

const isOver = () =>
  new AppError('conflict', 'This code does not work any more. Please sign in with the provider again.')
