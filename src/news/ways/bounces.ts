import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { type Context, requireUser } from '../../platform/context.ts'
import { enqueue, handle, type JobHandler, type JobKind } from '../../platform/jobs/job.ts'
import type { RateLimiter } from '../../platform/limits/rate-limit.ts'
import { noticeMail } from '../../platform/mail/layout.ts'
import type { Mailer, MailOutcome } from '../../platform/mail/mailer.ts'
import { mailBounces } from '../../platform/metrics/counts.ts'
import { AppError, invalid } from '../../shared/errors.ts'
import { noteAccepted, noteRefused, noteReported } from './bounces-sql.ts'
import { readReport } from './report-rules.ts'
import { selectRecipient } from './sends-sql.ts'

type Environment = Pick<Context, 'db' | 'clock'>

/**
 * Records what became of each mail of this installation (docs/product/ways.md#mails-that-do-not-arrive). It never
 * throws: the mail is sent, whether or not this can be written down.
 */
export const createMailNotes =
  ({ db, clock }: Environment, log: FastifyBaseLogger) =>
  async ({ id, to, outcome }: MailOutcome): Promise<void> => {
    try {
      const at = clock()
      if (outcome === 'accepted') await noteAccepted(db, { id, to, at })
      else if (await noteRefused(db, { to, at })) mailBounces.inc({ came: 'refused' })
    } catch (err) {
      log.warn({ err }, 'what became of a mail could not be recorded')
    }
  }

/** `token`: the bearer token of who may report; without one in the settings nobody may. */
export type ReportDeps = { token: string | undefined; host: string }

/**
 * Records that a mail of ours did not arrive, as a mail server reports later. Whoever passes such reports on knows a
 * token; what they pass on may be forged, so it counts only by the id of a mail that we sent. To others the call does
 * not exist. Answers alike whether or not the mail is known. Throws `validation_failed` for a text that names no mail.
 */
export async function takeReport(
  { db, clock }: Context,
  { text, authorization }: { text: string; authorization: string | undefined },
  { token, host }: ReportDeps,
): Promise<void> {
  if (!token || !timingSafeEqual(hash(`Bearer ${token}`), hash(authorization ?? '')))
    throw new AppError('not_found', 'Not found')
  const report = readReport(text)
  if (!report) throw invalid('body', 'This report names no mail.')
  const [id = '', at] = report.messageId.split('@')
  if (!report.isFinal || at !== host) return
  if (await noteReported(db, id, clock())) mailBounces.inc({ came: 'reported' })
}

const hash = (words: string) => createHash('sha256').update(words).digest()

/** Mails a person so that they see whether mails arrive. */
const arrivalMail: JobKind<{ user_id: string; id: string }> = {
  name: 'send_arrival_mail',
  payload: z.object({ user_id: z.uuid(), id: z.uuid() }),
}

/** Sends the caller a mail, so that both see whether mails arrive again. Throws `rate_limited`. */
export async function tryOwnMail(context: Context, { limit }: { limit: RateLimiter }): Promise<void> {
  const { userId } = requireUser(context)
  await limit.take(userId)
  await enqueue(context.db, arrivalMail, { user_id: userId, id: randomUUID() })
}

type MailDeps = { mailer: Pick<Mailer, 'send'>; site: { appName: string; siteUrl: string } }

/** The jobs about mails that do not arrive. */
export const createBounceJobs = ({ db }: Environment, { mailer, site }: MailDeps): JobHandler[] => [
  handle(arrivalMail, async ({ user_id, id }) => {
    const person = await selectRecipient(db, user_id)
    if (!person) return
    const mail = noticeMail({
      ...site,
      title: 'Your mails arrive',
      paragraphs: [`You asked ${site.appName} for this mail. You do not have to do anything.`],
    })
    await mailer.send({ id: `arrival-${id}`, to: person.email, ...mail })
  }),
]
