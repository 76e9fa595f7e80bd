import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type Context, inTransaction } from '../../platform/context.ts'
import { enqueue, enqueueAll, type JobKind } from '../../platform/jobs/job.ts'
import { type NewsKind, newsKinds } from '../../shared/news/kinds.ts'
import { forgetActorOf, tellPeople } from './sql.ts'

/** What somebody is told of an act. */
export type Telling = {
  userId: string
  kind: NewsKind
  /** What it joins unread news of its kind by (`newsKinds`). */
  subject?: string | undefined
  /** The last thing that it was about. */
  about?: string | undefined
  /** Who did it, where the person may know: not told of themselves, nor while unproven or suspended. */
  actor?: string | undefined
  /** How many it were; one if unset. */
  count?: number | undefined
  amountCents?: number | undefined
  detail?: string | undefined
}

/** Accounts that have been told something: each is given a job of its own, which sends what there is to send. */
export const spreadNews: JobKind<{ user_ids: string[] }> = {
  name: 'spread_news',
  payload: z.object({ user_ids: z.array(z.uuid()) }),
}

/** Sends an account the news that it wants sent; while one waits, there is no second one. */
export const deliverNews: JobKind<{ user_id: string }> = {
  name: 'deliver_news',
  payload: z.object({ user_id: z.uuid() }),
}

const accountsInAJob = 1_000

/**
 * Tells people what an act has done, in its transaction, many in one statement. Who is being deleted, and what somebody
 * did who is suspended or unproven, is left out.
 */
export async function tell(tx: Context, tellings: Telling[]): Promise<void> {
  if (tellings.length === 0) return
  const told = await tellPeople(tx.db, tellings.map(rowOf), tx.clock())
  // Jobs of accounts are not made here: two acts that tell the same people would wait for each other until one commits.
  for (let from = 0; from < told.length; from += accountsInAJob)
    await enqueue(tx.db, spreadNews, { user_ids: told.slice(from, from + accountsInAJob) })
}

function rowOf({ userId, kind, subject, about, actor, count = 1, amountCents, detail }: Telling) {
  const { joins, once, isNamed } = newsKinds[kind]
  return {
    ...{
      user_id: userId,
      kind,
      about,
      actor,
      count,
      amount_cents: amountCents,
      detail,
      once,
      is_named: isNamed,
    },
    subject: joins === 'nothing' ? (subject ?? randomUUID()) : joins === 'subject' ? subject : undefined,
  }
}

/** Gives each account that has been told something its job. Safe to repeat. */
export const spread = (
  { db }: Pick<Context, 'db'>,
  { user_ids: userIds }: { user_ids: string[] },
): Promise<void> =>
  enqueueAll(
    db,
    deliverNews,
    userIds.map((user_id) => ({ user_id })),
    ({ user_id }) => `news-${user_id}`,
  )

/** Tells a person that something about how they sign in has changed; once of each notice, also if that is repeated. */
export const tellSignInChange = (
  context: Context,
  { id, userId, change }: { id: string; userId: string; change: string },
): Promise<void> =>
  inTransaction(context, (tx) => tell(tx, [{ userId, kind: 'sign_in_changed', subject: id, detail: change }]))

/**
 * Takes what somebody did out of everybody's news, in the transaction that suspends or deletes their account, which it
 * has locked.
 */
export const forgetNewsOf = (tx: Context, userId: string): Promise<void> => forgetActorOf(tx.db, userId)
