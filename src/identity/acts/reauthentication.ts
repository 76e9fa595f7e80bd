import { createHmac, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type Context, requireUser } from '../../platform/context.ts'
import { enqueue, handle, type JobHandler } from '../../platform/jobs/job.ts'
import { noticeMail } from '../../platform/mail/layout.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { securityEvent } from '../../platform/security-events.ts'
import { minuteMs } from '../../shared/time.ts'
import type { IdentityCore } from '../core.ts'
import { authError } from '../errors.ts'
import type { Device } from '../familiar/device.ts'
import { readUser } from '../sql.ts'
import { countTry, spendNonce, storeOneTimeToken } from '../tokens/sql.ts'
import { proved } from './service.ts'

const nonceMinutes = 60

/** The mail of a nonce: its account, and its id, from which the nonce derives. */
const reauthenticationMail = {
  name: 'send_reauthentication_mail',
  payload: z.object({ id: z.uuid(), user_id: z.uuid(), session_id: z.uuid() }),
}

/** The stored hash of a nonce: keyed, since eight digits alone could be guessed. It fits no mailed link. */
const hashOfNonce = (secret: Buffer, userId: string, nonce: string): Buffer =>
  createHmac('sha256', secret).update(`nonce ${userId} ${nonce}`).digest()

/** Proves by a mailed code that the account's owner is signed in. */
export function createReauthentication({ limits, options: { log } }: IdentityCore) {
  return {
    /**
     * Mails the caller a nonce that proves who they are, once and in this session alone (decision 100). Throws
     * `email_not_confirmed` while nobody has proven the address, and what `limits.mailedCode` throws.
     */
    async reauthenticate(context: Context, from: Pick<Device, 'address'>): Promise<void> {
      const { userId, sessionId } = requireUser(context)
      const found = await readUser(context.db, userId)
      if (!found) throw authError('session_not_found')
      if (!found.user.email_verified_at) throw authError('email_not_confirmed')
      await limits.mailedCode(userId, from)
      await enqueue(context.db, reauthenticationMail, {
        id: randomUUID(),
        user_id: userId,
        session_id: sessionId,
      })
      securityEvent(log, 'reauthentication_requested', {
        user: userId,
        session: sessionId,
        from: from.address,
      })
    },
  }
}

/** Checks the nonces that people type. */
export function createNonceCheck({ limits, secret }: IdentityCore) {
  return {
    /**
     * Counts an attempt, and proves who the caller is if the nonce is right. The nonce is used up at once if it
     * `spends`; otherwise by the act that it is for, in the same transaction. Returns the context in which it counts,
     * and the stored hash of the nonce; null for a wrong one. Throws `rate_limited`.
     */
    async tryNonce(context: Context, nonce: string, { spends }: { spends: boolean }) {
      const { userId, sessionId } = requireUser(context)
      await limits.nonce(sessionId)
      const tokenHash = hashOfNonce(secret, userId, nonce)
      const now = context.clock()
      const known = { tokenHash, sessionId, now }
      if (!(await countTry(context.db, known))) return null
      if (spends && !(await spendNonce(context.db, known))) return null
      return { tokenHash, proven: await proved(context, 'mailed_code') }
    },
  }
}

/** The job that mails the nonces. */
export function createReauthenticationMail(
  { secret, options: { db, clock, siteUrl, settings } }: IdentityCore,
  mailer: Pick<Mailer, 'send'>,
): JobHandler {
  const { appName } = settings
  return handle(reauthenticationMail, async ({ id, user_id: userId, session_id: sessionId }) => {
    const found = await readUser(db, userId)
    if (!found) return
    const number = createHmac('sha256', secret).update(`reauthentication ${id}`).digest().readUInt32BE() % 1e8
    const nonce = String(number).padStart(8, '0')
    const now = clock()
    const isStored = await storeOneTimeToken(db, {
      tokenHash: hashOfNonce(secret, userId, nonce),
      userId,
      sessionId,
      purpose: 'reauthentication',
      challenge: null,
      now,
      expiresAt: new Date(now.getTime() + nonceMinutes * minuteMs),
    })
    if (!isStored) return
    const mail = noticeMail({
      appName,
      siteUrl,
      title: `${nonce} is your code`,
      paragraphs: [
        `Someone who is signed in to your account at ${appName}, hopefully you, asked for a code to change it: ${nonce}. It works once, within an hour, in the browser that asked for it.`,
        'If it was not you, tell nobody the code, and sign out your devices.',
      ],
      link: { label: 'See where you are signed in', address: `${siteUrl}/profile/devices` },
    })
    await mailer.send({ id: `reauthentication-${id}`, to: found.user.email, ...mail })
  })
}
