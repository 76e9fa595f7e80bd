import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { SendMailOptions } from 'nodemailer'
import type { Clock } from '../clock.ts'
import { PermanentError } from '../jobs/job.ts'
import { type SmtpError, type SmtpTrouble, troubleOf } from './trouble.ts'

/** The way that composed mails take. */
type Delivery = {
  /** Resolves once the mail is accepted. Throws PermanentError if it never can be. */
  deliver(mail: SendMailOptions, id: string): Promise<void>
  close(): void
}

const timeoutMs = 10_000
/** How long no mail is sent to a server that did not answer: each would keep other jobs waiting in vain. */
const restMs = 20_000

/**
 * Sends mails to the server at `url` (smtp: or smtps:, with the account in it if there is one) over connections that
 * stay open for a while. The library is loaded for the first mail.
 */
export function deliverBySmtp(url: string): Delivery {
  let transport: ReturnType<typeof open> | undefined
  let restUntil = 0
  return {
    deliver: async (mail) => {
      if (performance.now() < restUntil)
        throw new Error('The mail was not sent: the server did not answer a moment ago.')
      transport ??= open(url)
      await (await transport).sendMail(mail).catch((error: unknown) => {
        if ((error as SmtpError).code === 'ETIMEDOUT') restUntil = performance.now() + restMs
        throw errorOf(error as SmtpError)
      })
    },
    close: () => void transport?.then((opened) => opened.close()),
  }
}

async function open(url: string, { forceAuth = false } = {}) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    forceAuth,
    pool: true,
    maxConnections: 2,
    // The job decides about attempts: it knows when to try again.
    maxRequeues: 0,
    idleTimeout: 30_000,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
  })
}

/**
 * Connects to the mail server and signs in as sending would. Returns what is wrong, if anything is: also that it offers
 * to sign in, and `url` names no account.
 */
export async function checkSmtp(url: string): Promise<SmtpTrouble | undefined> {
  const transport = await open(url, { forceAuth: !new URL(url).username })
  try {
    await transport.verify()
    return undefined
  } catch (error) {
    return troubleOf(error as SmtpError)
  } finally {
    transport.close()
  }
}

/**
 * The failure, without the address, since it is logged. A 5xx answer to the recipient or to the mail itself is final
 * (RFC 5321, 4.2.1); one to our sign-in or sender is for the operator to fix, and the mail is tried again.
 */
function errorOf(error: SmtpError): Error {
  const { command = '', responseCode = 0 } = error
  const { says, todo } = troubleOf(error)
  const isFinal = responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command)
  return isFinal
    ? new PermanentError(`The mail was not accepted. ${says}`)
    : new Error(`The mail was not accepted. ${says} ${todo}`)
}

const keep = 200

type Options = { folder: string; clock: Clock; log: FastifyBaseLogger }

/**
 * Without a mail server mails become files that any mail program opens, named by time and id. They hold secret links:
 * only the account that runs the program can read them. The newest 200 stay.
 */
export function deliverToMailbox({ folder, clock, log }: Options): Delivery {
  return {
    deliver: async (mail, id) => {
      const time = clock().toISOString().replaceAll(':', '-')
      const file = path.join(folder, `${time}-${id}.eml`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeWhole(file, await compose(mail))
      log.info({ file }, 'a mail is in the local mailbox, since SMTP_URL is not set')
      await prune(folder)
    },
    close: () => {},
  }
}

/** The names of the mails in a mailbox, newest first; none if there is no folder yet. */
export async function listMailbox(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names
    .filter((name) => /^\d[\w.-]*\.eml$/.test(name))
    .sort()
    .reverse()
}

async function compose(mail: SendMailOptions): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  return await new MailComposer({ ...mail, newline: 'windows' }).compile().build()
}

// Written under another name and then renamed, so that nobody reads an incomplete mail.
async function writeWhole(file: string, bytes: Buffer): Promise<void> {
  const unfinished = path.join(path.dirname(file), `.${randomUUID()}`)
  try {
    await writeFile(unfinished, bytes, { flag: 'wx', mode: 0o600, flush: true })
    await rename(unfinished, file)
  } finally {
    await rm(unfinished, { force: true })
  }
}

async function prune(folder: string): Promise<void> {
  const old = (await listMailbox(folder)).slice(keep)
  await Promise.all(old.map((name) => rm(path.join(folder, name), { force: true })))
}
