import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import type { JobKind } from '../../platform/jobs/job.ts'
import { noticeMail } from '../../platform/mail/layout.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { selectProvenAddress } from '../details/sql.ts'
import { selectQuestion } from './sql.ts'

/** The job that mails a creator that their question was answered. */
export const answerMail: JobKind<{ question_id: string; place: number }> = {
  name: 'send_answer_mail',
  payload: z.object({ question_id: z.uuid(), place: z.int() }),
}

type Site = { appName: string; siteUrl: string }

/**
 * Mails a creator that their question was answered, without the answer. Does nothing once the account is gone. Safe to
 * repeat.
 */
export async function sendAnswerMail(
  { db }: Pick<Context, 'db'>,
  mailer: Pick<Mailer, 'send'>,
  site: Site,
  { question_id: id, place }: { question_id: string; place: number },
): Promise<void> {
  const question = await selectQuestion(db, id)
  const email = question?.user_id && (await selectProvenAddress(db, question.user_id))
  if (!question || !email) return
  await mailer.send({
    id: `answer-${id}-${place}`,
    to: email,
    ...noticeMail({
      ...site,
      title: 'Your question was answered',
      paragraphs: ['You asked about a row of your ledger, and there is an answer.'],
      link: {
        label: 'Read the answer',
        address: `${site.siteUrl}/earnings/questions?of=${question.entry_id}`,
      },
    }),
  })
}
