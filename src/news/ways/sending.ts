import type { FastifyBaseLogger } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { PermanentError } from '../../platform/jobs/job.ts'
import { isUnsent } from '../../platform/mail/delivery.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { newsSent } from '../../platform/metrics/counts.ts'
import { comes, type WayKind } from '../../shared/news/ways.ts'
import { forgetEndpoint, selectDevices } from './push/devices-sql.ts'
import type { PushClient, PushMessage } from './push/push-client.ts'
import type { WaysKeys } from './push/push-keys.ts'
import { claim, giveBack, noteFailed, type Recipient, type Send, selectRecipient } from './sends-sql.ts'
import { selectChoices } from './settings-sql.ts'
import { stopToken } from './stop-tokens.ts'
import { mailNames } from './texts.ts'

type Db = Pick<Context, 'db' | 'clock'>

/** The link that stops mails of a kind, as a mail shows it. */
export type StopLink = { label: string; address: string }

export type NewsMail = { subject: string; text: string; html: string }

/** What is sent once under its key, on the ways that the account has chosen for its kind. */
export type ToSend = {
  userId: string
  kind: WayKind
  /** The same whenever the same is sent again, such as the week of a note. */
  key: string
  /** Composes the mail around the link that stops its kind; none if it is not sent by mail. */
  mail?: ((stop: StopLink) => NewsMail) | undefined
  push?: Omit<PushMessage, 'topic'> | undefined
}

/** What is recorded in the transaction that claims a mail, and in the one that gives it back. */
type Taking = { taken?: (tx: Db['db']) => Promise<unknown>; givenBack?: (tx: Db['db']) => Promise<unknown> }

export type SendingDeps = {
  keys: WaysKeys
  mailer: Pick<Mailer, 'send'>
  push: PushClient
  /** Without a slash at its end. */
  siteUrl: string
  log: FastifyBaseLogger
}

/**
 * Sends news on ways (docs/product/ways.md#sent-once): each is claimed and committed before it is sent, so that nothing
 * is sent twice. What certainly was not sent is given back and thrown, for another attempt.
 */
export function createSending({ keys, mailer, push, siteUrl, log }: SendingDeps) {
  /** The link that stops mails of a kind. Its token is in the fragment, which no server and no other page sees. */
  function stopOf(userId: string, kind: WayKind) {
    const token = stopToken(keys.stops, { userId, kind })
    return {
      token,
      link: {
        label: `Stop mails about ${mailNames[kind] ?? 'this'}`,
        address: `${siteUrl}/auth/stop#${token}`,
      },
    }
  }

  /** Sends a mail to a person who wants it; nothing to an unproven address, or one whose mails do not arrive. */
  async function mailTo(
    { db, clock }: Db,
    { userId, kind, key }: Omit<Send, 'way'>,
    { email, is_proven, bounces, is_suspended }: Recipient,
    compose: (stop: StopLink) => NewsMail,
    { taken, givenBack }: Taking = {},
  ): Promise<void> {
    const send: Send = { userId, kind, key, way: 'mail' }
    if (!is_proven || bounces || is_suspended) return
    const isOurs = await db.transaction().execute(async (tx) => {
      const isOurs = await claim(tx, send, clock())
      if (isOurs) await taken?.(tx)
      return isOurs
    })
    if (!isOurs) return
    const { token, link } = stopOf(userId, kind)
    const id = `news-${kind}-${userId}-${key}`.replaceAll(/[^\w.-]/g, '-').slice(0, 100)
    try {
      await mailer.send({
        ...{ id, to: email, ...compose(link) },
        oneClickStop: `${siteUrl}/api/v1/mail-stops/${token}`,
      })
    } catch (failure) {
      await settle(db, send, failure, givenBack)
      return
    }
    newsSent.inc({ way: 'mail', kind, outcome: 'sent' })
  }

  /** What follows from a mail that failed: only one that certainly was not sent is sent again. */
  async function settle(
    db: Db['db'],
    send: Send,
    failure: unknown,
    givenBack: Taking['givenBack'],
  ): Promise<void> {
    if (isUnsent(failure)) {
      await db.transaction().execute(async (tx) => {
        await giveBack(tx, send)
        await givenBack?.(tx)
      })
      throw failure
    }
    if (failure instanceof PermanentError) await noteFailed(db, send)
    newsSent.inc({ way: send.way, kind: send.kind, outcome: 'failed' })
    log.warn({ err: failure, kind: send.kind }, 'a mail with news may not have arrived; it is not sent again')
  }

  /** Sends a message to all browsers of an account. One that is gone is forgotten. Returns whether any took it. */
  async function pushTo(
    { db, clock }: Db,
    { userId, kind, key }: Omit<Send, 'way'>,
    message: PushMessage,
  ): Promise<boolean> {
    const devices = await selectDevices(db, userId)
    const send: Send = { userId, kind, key, way: 'push' }
    if (devices.length === 0 || !(await claim(db, send, clock()))) return false
    const outcomes = await Promise.all(
      devices.map(async (device) => {
        const outcome = await push.send(device, message).catch((err: unknown) => {
          log.warn({ err, kind }, 'a push service did not answer')
          return 'refused' as const
        })
        if (outcome === 'gone') await forgetEndpoint(db, device.endpoint)
        return outcome
      }),
    )
    const arrived = outcomes.includes('sent')
    if (!arrived) await noteFailed(db, send)
    newsSent.inc({ way: 'push', kind, outcome: arrived ? 'sent' : 'failed' })
    return arrived
  }

  /**
   * Sends what the caller has written on the ways that the account has chosen for its kind, once under its key. The
   * caller chooses an hour that is not quiet. Throws if the mail certainly was not sent: call it again then.
   */
  async function sendByWays(context: Db, { userId, kind, key, mail, push: message }: ToSend): Promise<void> {
    const person = await selectRecipient(context.db, userId)
    if (!person || person.is_suspended) return
    const choices = await selectChoices(context.db, [userId], kind)
    const wants = (way: 'mail' | 'push') =>
      comes(kind, way, choices.find((choice) => choice.way === way)?.is_on)
    const what = { userId, kind, key }
    if (message && wants('push')) await pushTo(context, what, { ...message, topic: topicOf(kind, null) })
    if (mail && wants('mail')) await mailTo(context, what, person, mail)
  }

  return { sendByWays, mailTo, pushTo }
}

/** At most 32 characters of base64's URL alphabet (RFC 8030, 5.4). */
export const topicOf = (kind: WayKind, subject: string | null): string =>
  `${kind.replaceAll('_', '-').slice(0, 19)}-${(subject ?? 'all').replaceAll('-', '').slice(-12)}`

export type Sending = ReturnType<typeof createSending>
