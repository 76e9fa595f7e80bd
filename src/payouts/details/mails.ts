import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import type { JobKind } from '../../platform/jobs/job.ts'
import { noticeMail } from '../../platform/mail/layout.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { selectProvenAddress } from './sql.ts'

/** The job that mails a person that their payout details were changed. */
export const payoutDetailsMail: JobKind<{ user_id: string; details_id: string }> = {
  name: 'send_payout_details_mail',
  payload: z.object({ user_id: z.uuid(), details_id: z.uuid() }),
}

type Site = { appName: string; siteUrl: string }

/**
 * Mails a person's proven address that their payout details were changed, and how to take that back. Nothing of the
 * details stands in it. Nothing once the account is gone. May be repeated.
 */
export async function sendPayoutDetailsMail(
  { db }: Pick<Context, 'db'>,
  mailer: Pick<Mailer, 'send'>,
  site: Site,
  { user_id: userId, details_id: id }: { user_id: string; details_id: string },
): Promise<void> {
  const email = await selectProvenAddress(db, userId)
  if (!email) return
  const mail = noticeMail({
    ...site,
    title: 'Your payout details were changed',
    paragraphs: [
      'What was entered counts after seven days. Until then payouts go where they went before.',
      'If that was not you, take the change back on this page, set a new password, and sign out everywhere.',
    ],
    link: { label: 'See how you are paid', address: `${site.siteUrl}/earnings/details` },
  })
  await mailer.send({ id: `payout-details-${id}`, to: email, ...mail })
}
