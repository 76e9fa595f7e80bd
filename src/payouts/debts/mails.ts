import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import type { JobKind } from '../../platform/jobs/job.ts'
import { noticeMail } from '../../platform/mail/layout.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { centsToDecimal } from '../../shared/money.ts'
import { selectProvenAddress } from '../details/sql.ts'
import { selectFollowedDebt } from './sql.ts'

/** How a debt followed a person: by their address, or by the account that they are paid at, as an admin decided. */
const followedBy = z.enum(['address', 'account'])

/** The job that mails a creator that a deleted account's debt is theirs now, and why. */
export const debtMail: JobKind<{ id: string; by: z.infer<typeof followedBy> }> = {
  name: 'send_debt_mail',
  payload: z.object({ id: z.uuid(), by: followedBy }),
}

type Site = { appName: string; siteUrl: string }

const whyTexts = {
  address:
    'That account had the same email address as yours. Orders that it was paid for were returned or corrected later.',
  account:
    'That account was paid where you are paid, and we have found that it was yours. Orders that it was paid for were returned or corrected later.',
}

/**
 * Mails a creator which debt has followed them, why, and where to ask (docs/product/payouts.md#leaving-with-a-debt).
 * Does nothing once the account is gone. Safe to repeat.
 */
export async function sendDebtMail(
  { db }: Pick<Context, 'db'>,
  mailer: Pick<Mailer, 'send'>,
  site: Site,
  { id, by }: { id: string; by: z.infer<typeof followedBy> },
): Promise<void> {
  const debt = await selectFollowedDebt(db, `${id}:to`)
  const email = debt?.user_id && (await selectProvenAddress(db, debt.user_id))
  if (!debt || !email) return
  await mailer.send({
    id: `debt-${id}`,
    to: email,
    ...noticeMail({
      ...site,
      title: 'A debt of a deleted account is yours',
      paragraphs: [
        `$${centsToDecimal(debt.cents)} that a deleted account owed is taken from your balance.`,
        whyTexts[by],
        'If your balance is less, later earnings make up for it. It is taken in no other way.',
        'If it is not yours, find the row under Entries, open “Why this amount”, and press “Something looks wrong?”.',
      ],
      link: { label: 'See your entries', address: `${site.siteUrl}/earnings?view=entries` },
    }),
  })
}
