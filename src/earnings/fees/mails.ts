import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import type { JobKind } from '../../platform/jobs/job.ts'
import { noticeMail } from '../../platform/mail/layout.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { addDays } from '../../shared/time.ts'
import { feeOn } from './rules.ts'
import { selectAddressOf, selectFeeDay, selectStandingFees } from './sql.ts'

type Told = { fee_id: string; payee_id: string; is_taken_back: boolean }

/** The job that mails a creator their coming fee, or that it stays as it was. */
export const feeMail: JobKind<Told> = {
  name: 'send_fee_mail',
  payload: z.object({ fee_id: z.uuid(), payee_id: z.uuid(), is_taken_back: z.boolean() }),
}

type Site = { appName: string; siteUrl: string }

/**
 * Mails a proven address the coming fee and its first day; nothing for a fee that was withdrawn since. Safe to repeat.
 */
export async function sendFeeMail(
  { db }: Pick<Context, 'db'>,
  mailer: Pick<Mailer, 'send'>,
  site: Site,
  { fee_id: id, payee_id: payeeId, is_taken_back: isTakenBack }: Told,
): Promise<void> {
  const email = await selectAddressOf(db, payeeId)
  const fee = await selectFeeDay(db, id)
  if (!email || !fee?.from_day || (fee.taken_back_at !== null) !== isTakenBack) return
  const fees = await selectStandingFees(db, [payeeId])
  const before = percent(feeOn(fees, payeeId, addDays(fee.from_day, -1)).feeBps)
  const now = percent(feeOn(fees, payeeId, fee.from_day).feeBps)
  const words: Pick<Parameters<typeof noticeMail>[0], 'title' | 'paragraphs'> = isTakenBack
    ? {
        title: 'Your fee stays as it is',
        paragraphs: [
          `We told you of another fee from ${fee.from_day} on. It was taken back: the fee stays ${now}.`,
        ],
      }
    : {
        title: `Your fee will be ${now}`,
        paragraphs: [
          `For orders that ship from ${fee.from_day} on, ${site.appName} keeps ${now} of the commission. Until then it is ${before}.`,
          'Earlier orders keep their fee, whenever they are paid.',
        ],
      }
  const link = { label: 'See your earnings', address: `${site.siteUrl}/earnings` }
  await mailer.send({
    id: `fee-${id}-${payeeId}${isTakenBack ? '-back' : ''}`,
    to: email,
    ...noticeMail({ ...site, ...words, link }),
  })
}

const percent = (bps: number) => `${bps / 100} %`
