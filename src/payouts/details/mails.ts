import { z } from 'zod'
import type { UndoOffers } from '../../identity/index.ts'
import type { Context } from '../../platform/context.ts'
import type { JobKind } from '../../platform/jobs/job.ts'
import { noticeMail } from '../../platform/mail/layout.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { selectCountsFrom, selectProvenAddress } from './sql.ts'

type PayoutDetailsChange = { user_id: string; details_id: string; change_id?: number | undefined }

/** The job that mails a person that their payout details were changed. */
export const payoutDetailsMail: JobKind<PayoutDetailsChange> = {
  name: 'send_payout_details_mail',
  payload: z.object({ user_id: z.uuid(), details_id: z.uuid(), change_id: z.int().optional() }),
}

type Site = { appName: string; siteUrl: string; offerUndo: UndoOffers }

/**
 * Mails a person's proven address that their payout details were changed, from when on that counts, and how to undo it.
 * The mail does not contain the details. Does nothing once the account or the details are gone. Safe to repeat.
 */
export async function sendPayoutDetailsMail(
  { db }: Pick<Context, 'db'>,
  mailer: Pick<Mailer, 'send'>,
  { offerUndo, ...site }: Site,
  { user_id: userId, details_id: id, change_id }: PayoutDetailsChange,
): Promise<void> {
  const email = await selectProvenAddress(db, userId)
  const countsFrom = await selectCountsFrom(db, id)
  if (!email || !countsFrom) return
  const undo = await offerUndo({ id, change_id })
  const mail = noticeMail({
    ...site,
    title: 'Your payout details were changed',
    paragraphs: [
      `What was entered counts from ${moment(countsFrom)} on. Until then nothing changes.`,
      undo?.text ??
        'If that was not you, take the change back on this page, set a new password, and sign out everywhere.',
    ],
    link: undo?.link ?? { label: 'See how you are paid', address: `${site.siteUrl}/earnings/details` },
  })
  await mailer.send({ id: `payout-details-${id}`, to: email, ...mail })
}

/** For example `23 November 2026, 10:30 UTC`, since the person's time zone is not known. */
const moment = (at: Date) =>
  `${at.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`
