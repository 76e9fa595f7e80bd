import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import { PermanentError } from '../jobs/job.ts'
import { mails } from '../metrics/counts.ts'
import type { Settings } from '../settings/read.ts'
import { inSpan } from '../telemetry/spans.ts'
import { deliverBySmtp, deliverToMailbox, RecipientError } from './delivery.ts'

/** A mail to one person. */
type Message = {
  /** Letters, digits, `.`, `_`, `-`: the same at each attempt to send this mail, and different for every other mail. */
  id: string
  /** One bare address, without a name. */
  to: string
  subject: string
  text: string
  html: string
  /** The address that stops mails of this kind by a POST (RFC 8058); none for mails that nobody can stop. */
  oneClickStop?: string
}

/** What became of a mail at its server: taken, or its recipient refused for good. */
export type MailOutcome = { id: string; to: string; outcome: 'accepted' | 'refused' }

export type Mailer = {
  /**
   * Resolves once the mail server has accepted the mail, or it is in the local mailbox. Throws PermanentError if this
   * mail can never be delivered; any other error is worth another attempt.
   */
  send(message: Message): Promise<void>
  /** The folder of mails; undefined if a mail server sends them. */
  mailbox: string | undefined
  /** Ends the connections to the mail server. */
  close(): void
}

type MailerOptions = {
  settings: Pick<Settings, 'mail' | 'appName' | 'dataDir'>
  siteUrl: string
  clock: Clock
  log: FastifyBaseLogger
  /** Is told what became of each mail; it must not throw. */
  note?: (outcome: MailOutcome) => Promise<void>
}

/** Sends by SMTP if the settings name a server, else into the local mailbox. Connects when first used. */
export function createMailer({ settings, siteUrl, clock, log, note }: MailerOptions): Mailer {
  const host = new URL(siteUrl).hostname
  const from = settings.mail.from ?? { name: settings.appName, address: `no-reply@${host}` }
  const { smtpUrl } = settings.mail
  const folder = path.join(settings.dataDir, 'mails')
  const { deliver, close } = smtpUrl ? deliverBySmtp(smtpUrl) : deliverToMailbox({ folder, clock, log })
  return {
    send: async ({ id, to, subject, text, html, oneClickStop }) => {
      check({ id, to, subject })
      // The same at each attempt, so that a mail that was sent twice can be recognised.
      const messageId = `<${id}@${host}>`
      const headers = {
        'Auto-Submitted': 'auto-generated',
        ...(oneClickStop && {
          'List-Unsubscribe': `<${oneClickStop}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      }
      const recipient = { name: '', address: to }
      const mail = { from, to: recipient, subject, text, html, messageId, headers, date: clock() }
      await inSpan('mail', 'client', {}, () => deliver(mail, id)).catch(async (failure: unknown) => {
        mails.inc({ outcome: failure instanceof PermanentError ? 'refused' : 'deferred' })
        if (failure instanceof RecipientError) await note?.({ id, to, outcome: 'refused' })
        throw failure
      })
      mails.inc({ outcome: 'sent' })
      await note?.({ id, to, outcome: 'accepted' })
    },
    mailbox: smtpUrl ? undefined : folder,
    close,
  }
}

/** Throws PermanentError for a value that could break out of its header, or name more than one recipient. */
function check({ id, to, subject }: Pick<Message, 'id' | 'to' | 'subject'>): void {
  const malformed = (what: string) => new PermanentError(`The ${what} of a mail is malformed`)
  if (!/^[\w.-]{1,100}$/.test(id)) throw malformed('id')
  if (!/^[^\s<>()[\]\\,;:"@]+@[^\s<>()[\]\\,;:"@]+$/.test(to)) throw malformed('address')
  if (/[\r\n\0]/.test(subject)) throw malformed('subject')
}
