import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import {
  enqueue,
  enqueueAll,
  handle,
  type JobHandler,
  type JobKind,
  periodic,
} from '../../platform/jobs/job.ts'
import { noticeMail } from '../../platform/mail/layout.ts'
import { type NewsKind, newsKinds } from '../../shared/news/kinds.ts'
import { comes } from '../../shared/news/ways.ts'
import { dayMs, hourMs, minuteMs } from '../../shared/time.ts'
import { deliverNews } from '../telling/service.ts'

import { type Clockwork, isQuiet, mailDay, quietEnds, usualClockwork } from './clock-rules.ts'
import { clocksOf } from './clocks.ts'

import { type Sending, type StopLink, topicOf } from './sending.ts'
import {
  countUnmailed,
  noteMailed,
  notePushed,
  noteUnmailed,
  selectRecipient,
  selectUnmailed,
  selectUnpushed,
} from './sends-sql.ts'
import { selectChoices } from './settings-sql.ts'
import { said } from './texts.ts'

type Environment = Pick<Context, 'db' | 'clock'>
type Deps = { sending: Sending; site: { appName: string; siteUrl: string } }

/** Mails an account's news of a kind, of one day. */
export const newsMail: JobKind<{ user_id: string; kind: string }> = {
  name: 'send_news_mail',
  payload: z.object({ user_id: z.uuid(), kind: z.string() }),
}

/** As many messages at a time: what is older is in the app. */
const mostPushed = 5
/** Jobs are never delayed by more than twelve hours. */
const longestDelayMs = 11 * hourMs

/**
 * Sends an account's browsers the news that it has not read and that were not sent as they are now. In quiet hours it
 * waits for their end, except for changes of the sign-in, which somebody else may be making.
 */
export async function pushNews(
  environment: Environment,
  { sending }: Deps,
  { user_id: userId }: { user_id: string },
): Promise<void> {
  const { db, clock } = environment
  const now = clock()
  const since = new Date(now.getTime() - dayMs)
  const person = await selectRecipient(db, userId)
  if (!person || person.is_suspended) return
  const [choices, clocks, unpushed] = await Promise.all([
    selectChoices(db, [userId]),
    clocksOf(db, [userId]),
    selectUnpushed(db, { userId, since, most: mostPushed }),
  ])
  const clockwork = clocks.get(userId) ?? usualClockwork
  const quiet = isQuiet(clockwork, now)
  const wanted = unpushed.filter(({ kind }) =>
    comes(
      kind as NewsKind,
      'push',
      choices.find((choice) => choice.kind === kind && choice.way === 'push')?.is_on,
    ),
  )
  // The oldest first, as they happened.
  for (const { id, kind: name, subject, count, at } of wanted.reverse()) {
    const kind = name as NewsKind
    if (quiet && kind !== 'sign_in_changed') continue
    const { title, body, path } = said[kind](count)
    await sending.pushTo(
      environment,
      { userId, kind, key: `${id} ${at.toISOString()}` },
      { title, body, path, topic: topicOf(kind, subject) },
    )
    await notePushed(db, id, at)
  }
  if (quiet && wanted.some(({ kind }) => kind !== 'sign_in_changed')) {
    const runAt = new Date(Date.now() + untilLoudMs(clockwork, now))
    await enqueue(db, deliverNews, { user_id: userId }, { key: `news-${userId}`, runAt })
  }
}

const untilLoudMs = (clockwork: Clockwork, now: Date) =>
  Math.min(quietEnds(clockwork, now).getTime() - now.getTime(), longestDelayMs)

/** How long an account's quiet hours still last, at most as long as a job may wait; 0 outside of them. */
export async function quietMs({ db, clock }: Environment, userId: string): Promise<number> {
  const clockwork = (await clocksOf(db, [userId])).get(userId) ?? usualClockwork
  const now = clock()
  return isQuiet(clockwork, now) ? untilLoudMs(clockwork, now) : 0
}

const pageOfMails = 500

/**
 * Finds the accounts whose mails of the day are due, in the mornings of their own zones, and gives each kind its job.
 */
export async function findMails({ db, clock }: Environment, stopping: AbortSignal): Promise<void> {
  let after: string | null = null
  while (!stopping.aborted) {
    const found = await selectUnmailed(db, after, pageOfMails)
    const last = found.at(-1)
    if (!last) return
    const clocks = await clocksOf(db, [...new Set(found.map(({ user_id }) => user_id))])
    const due = found.filter(
      ({ user_id }) => mailDay(clocks.get(user_id) ?? usualClockwork, clock()) !== null,
    )
    await enqueueAll(db, newsMail, due, ({ user_id, kind }) => `news-mail-${user_id}-${kind}`)
    // An account's kinds may go over the end of a page: it is looked at again then, which changes nothing.
    if (found.length < pageOfMails) return
    after = found.findLast(({ user_id }) => user_id !== last.user_id)?.user_id ?? last.user_id
  }
}

/** Mails an account its unread news of a kind, once a day. */
export async function mailNews(
  environment: Environment,
  { sending, site }: Deps,
  { user_id: userId, kind: name }: { user_id: string; kind: string },
): Promise<void> {
  const { db, clock } = environment
  if (!(name in newsKinds)) return
  const kind = name as NewsKind
  const [person, choices, clocks] = await Promise.all([
    selectRecipient(db, userId),
    selectChoices(db, [userId], kind),
    clocksOf(db, [userId]),
  ])
  const now = clock()
  const day = mailDay(clocks.get(userId) ?? usualClockwork, now)
  if (!person || day === null || !comes(kind, 'mail', choices.find(({ way }) => way === 'mail')?.is_on))
    return
  const news = { user_id: userId, kind }
  const count = await countUnmailed(db, news)
  if (count === 0) return
  const { title, body, path } = said[kind](count)
  const compose = (stop: StopLink) =>
    noticeMail({
      ...site,
      ...{ title, paragraphs: [body], stop },
      link: { label: 'Open it', address: site.siteUrl + path },
    })
  await sending.mailTo(environment, { userId, kind, key: day }, person, compose, {
    taken: (tx) => noteMailed(tx, news, now),
    givenBack: (tx) => noteUnmailed(tx, news, now),
  })
}

/** The jobs that send news. */
export const createDelivery = (environment: Environment, deps: Deps): JobHandler[] => [
  handle(deliverNews, (of) => pushNews(environment, deps, of)),
  handle(newsMail, (of) => mailNews(environment, deps, of)),
  periodic('find_news_mails', 10 * minuteMs, (stopping) => findMails(environment, stopping)),
]
