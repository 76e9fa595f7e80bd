import { z } from 'zod'
import { viewsOfPeople } from '../clicks/index.ts'
import { weeksOfPayees } from '../earnings/index.ts'
import { quietMs, type Ways } from '../news/index.ts'
import { outlookKindsOf, type PayoutDeps } from '../payouts/index.ts'
import { type Context, inTransaction } from '../platform/context.ts'
import { enqueue, enqueueAll, type JobKind } from '../platform/jobs/job.ts'
import { isQuiet, type NoteFacts } from '../shared/notes/facts.ts'
import { noteMail } from './mail.ts'
import { factsOf, lastDayBegins, longestTitle, type Week, weekDue } from './rules.ts'
import {
  type DueAccount,
  insertNotes,
  selectDueAccounts,
  selectNewFollowers,
  selectNoteToSend,
  selectSaved,
  selectTitles,
  selectToMend,
  selectZones,
} from './sql.ts'

type Job = Omit<Context, 'actor'>

/** Accounts that are looked at together. */
const atOnce = 200

/**
 * Writes the notes that are due and not there yet: of each account, from Monday at eight in its own zone on. Each batch
 * is one transaction, so that it may be stopped, killed, or run twice at once (docs/product/notes.md#when).
 */
export async function writeWeeklyNotes(job: Job, deps: PayoutDeps, stopping?: AbortSignal): Promise<void> {
  const context: Context = { ...job, actor: null }
  const now = context.clock()
  const zones = await selectZones(context.db, deps.reportTimeZone)
  const weeks = new Map(
    zones.flatMap((zone) => {
      const week = weekDue(zone, now)
      return week ? [[zone, week] as const] : []
    }),
  )
  if (weeks.size === 0) return
  const due = [...weeks.values()].map((week) => ({
    zone: week.zone,
    from: week.from,
    before: lastDayBegins(week),
  }))
  let after: string | null = null
  while (!stopping?.aborted) {
    const accounts = await selectDueAccounts(context.db, {
      ...{ due, after, limit: atOnce },
      fallback: deps.reportTimeZone,
    })
    for (const [zone, some] of Map.groupBy(accounts, (account) => account.zone))
      await writeSome(context, deps, some, weeks.get(zone) as Week)
    const last: DueAccount | undefined = accounts.at(-1)
    if (!last || accounts.length < atOnce) return
    after = last.user_id
  }
}

/** Writes the notes of accounts of one zone, and has the new ones sent. */
async function writeSome(
  context: Context,
  deps: PayoutDeps,
  accounts: DueAccount[],
  week: Week,
): Promise<void> {
  const facts = await readFacts(context, deps, accounts, week)
  const notes = [...facts].flatMap(([user_id, of]) => (isQuiet(of) ? [] : [{ user_id, facts: of }]))
  await inTransaction(context, async (tx) => {
    const written = await insertNotes(tx.db, {
      ...{ week: week.from, at: tx.clock(), notes },
      userIds: accounts.map(({ user_id }) => user_id),
    })
    await enqueueAll(
      tx.db,
      weeklyNoteSending,
      written.map(({ id }) => ({ note_id: id })),
    )
  })
}

/** The facts of accounts by their ids, each asked once for all of them. */
async function readFacts(
  context: Context,
  deps: PayoutDeps,
  accounts: DueAccount[],
  { edges }: Week,
): Promise<Map<string, NoteFacts>> {
  const ids = accounts.map(({ user_id }) => user_id)
  const payeeIds = accounts.map(({ payee_id }) => payee_id)
  const span = { from: edges[0] as Date, until: edges[7] as Date }
  const views = byUser(await viewsOfPeople(context, ids, edges))
  const followers = byUser(await selectNewFollowers(context.db, ids, span))
  const saved = byUser(await selectSaved(context.db, ids, span))
  const mend = byUser(await selectToMend(context.db, ids, longestTitle))
  const titles = await selectTitles(
    context.db,
    [...views.values()].map(({ product_id }) => product_id),
  )
  const earned = new Map(
    (await weeksOfPayees(context, payeeIds, { ...span, ...deps })).map((row) => [row.payee_id, row]),
  )
  const outlooks = await outlookKindsOf(context, deps, payeeIds)
  return new Map(
    accounts.map(({ user_id, payee_id }) => [
      user_id,
      factsOf({
        views: views.get(user_id),
        titles,
        followers: followers.get(user_id)?.people ?? 0,
        saved: saved.get(user_id),
        earned: earned.get(payee_id),
        outlook: outlooks.get(payee_id),
        mend: mend.get(user_id),
      }),
    ]),
  )
}

const byUser = <Row extends { user_id: string }>(rows: Row[]) =>
  new Map(rows.map((row) => [row.user_id, row]))

/** The job that sends a note, added with it. */
export const weeklyNoteSending: JobKind<{ note_id: string }> = {
  name: 'send_weekly_note',
  payload: z.object({ note_id: z.uuid() }),
}

/**
 * Sends a note once, on the ways that its account has chosen; in its quiet hours it waits for their end. Does nothing
 * once the account is gone. Safe to repeat.
 */
export async function sendWeeklyNote(
  { db, clock }: Job,
  ways: Pick<Ways, 'sendByWays'>,
  site: { appName: string; siteUrl: string },
  { note_id: id }: { note_id: string },
): Promise<void> {
  const note = await selectNoteToSend(db, id)
  if (!note) return
  const waitMs = await quietMs({ db, clock }, note.user_id)
  if (waitMs > 0) {
    const runAt = new Date(Date.now() + waitMs)
    return enqueue(db, weeklyNoteSending, { note_id: id }, { key: `weekly-note-${id}`, runAt })
  }
  await ways.sendByWays(
    { db, clock },
    {
      ...{ userId: note.user_id, kind: 'weekly_note', key: note.week },
      mail: (stop) => noteMail(note, { ...site, stop }),
      push: { title: 'Your week', body: 'See what happened.', path: '/notes' },
    },
  )
}
