import { z } from 'zod'
import type { Context } from '../platform/context.ts'
import type { JobKind } from '../platform/jobs/job.ts'
import { noticeMail } from '../platform/mail/layout.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import { displayTitle } from '../shared/product.ts'
import type { DecisionAction } from './contract.ts'
import { selectDecision } from './sql.ts'

/** The job that mails a person what was decided about them. */
export const moderationMail: JobKind<{ decision_id: string }> = {
  name: 'send_moderation_mail',
  payload: z.object({ decision_id: z.uuid() }),
}

type Site = { appName: string; siteUrl: string }

/** Mails a person what was decided and why. Does nothing once the account is gone. Safe to repeat. */
export async function sendModerationMail(
  { db }: Pick<Context, 'db'>,
  mailer: Pick<Mailer, 'send'>,
  site: Site,
  { decision_id: id }: { decision_id: string },
): Promise<void> {
  const decision = await selectDecision(db, id)
  if (!decision) return
  const { email, reason, title, asin, list_title } = decision
  const what = asin === null ? (list_title ?? '') : displayTitle({ title: title ?? '', asin })
  const text = words[decision.action as DecisionAction](site.appName, what)
  const mail = noticeMail({
    ...site,
    title: text.title,
    paragraphs: [text.what, `Reason: ${reason}`, text.now],
    ...(text.page && { link: { label: text.page.label, address: site.siteUrl + text.page.path } }),
  })
  await mailer.send({ id: `moderation-${id}`, to: email, ...mail })
}

const objection = 'If you think this is a mistake, answer this mail or write to the operator of this website.'

type DecisionText = { title: string; what: string; now: string; page?: { label: string; path: string } }

const words: Record<DecisionAction, (appName: string, named: string) => DecisionText> = {
  product_hidden: (appName, product) => ({
    title: `${appName} has hidden one of your items`,
    what: `Nobody but you can see “${product}” any more. Its earnings stay yours.`,
    now: objection,
    page: { label: 'See your items', path: '/my-folio' },
  }),
  product_restored: (_appName, product) => ({
    title: 'One of your items is back',
    what: `Everyone can see “${product}” again.`,
    now: 'You do not have to do anything.',
    page: { label: 'See your items', path: '/my-folio' },
  }),
  list_hidden: (appName, list) => ({
    title: `${appName} has hidden one of your lists`,
    what: `Nobody but you can see “${list}” any more. Its links lead to the products.`,
    now: objection,
  }),
  list_restored: (_appName, list) => ({
    title: 'One of your lists is back',
    what: `Everyone can see “${list}” again, if it is public.`,
    now: 'You do not have to do anything.',
  }),
  account_suspended: (appName) => ({
    title: `Your ${appName} account is suspended`,
    what: 'You cannot sign in, and your profile and your items are not shown. Earlier orders through your links still count, and your earnings stay yours.',
    now: objection,
  }),
  account_restored: (appName) => ({
    title: `Your ${appName} account is back`,
    what: 'You can sign in again, and your profile and your items are shown.',
    now: 'You do not have to do anything else.',
    page: { label: 'Sign in', path: '/login' },
  }),
  sessions_ended: (appName) => ({
    title: `You were signed out of ${appName} everywhere`,
    what: 'All your sessions were ended. You can sign in again with your password.',
    now: 'If others may know your password, set a new one.',
    page: { label: 'Sign in', path: '/login' },
  }),
}
