import { PermanentFailure } from '../jobs/job.ts'
import type { Delivery } from './delivery.ts'

const timeoutMs = 10_000

/**
 * Hands mails to the server at `url` (smtp: or smtps:, with the account in it if there is one) over connections that
 * are kept for a while. The library is loaded for the first mail.
 */
export function deliverBySmtp(url: string): Delivery {
  let transport: ReturnType<typeof open> | undefined
  return {
    deliver: async (mail) => {
      transport ??= open(url)
      await (await transport).sendMail(mail).catch((error: unknown) => {
        throw failureOf(error)
      })
    },
    close: () => void transport?.then((opened) => opened.close()),
  }
}

async function open(url: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    pool: true,
    maxConnections: 2,
    // Each attempt is the job's: it knows when to try again.
    maxRequeues: 0,
    idleTimeout: 30_000,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
  })
}

type SmtpError = { message: string; command?: string; responseCode?: number }

/**
 * What went wrong, without the address, since it is logged. A 5xx answer to the recipient or to the mail itself is
 * for good (RFC 5321, 4.2.1); one to our sign-in or sender is the operator's to mend, and tried again.
 */
function failureOf(error: unknown): Error {
  const { message, command = '', responseCode = 0 } = error as SmtpError
  const text = `The mail was not taken: ${message.replace(/[^\s<>]+@[^\s<>]+/g, '…')}`
  const isFinal = responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command)
  return isFinal ? new PermanentFailure(text) : new Error(text)
}
