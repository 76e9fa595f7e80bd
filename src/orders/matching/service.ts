import type { z } from 'zod'
import { type Context, inTransaction } from '../../platform/context.ts'
import type { matchResults } from '../contract.ts'
import { lockOrders } from '../posting/sql.ts'
import type { Progress } from '../runs/execute.ts'
import type { ClickSource } from './evidence-sql.ts'
import { queueLateVisits } from './late-sql.ts'
import { verdicts } from './rules.ts'
import {
  copiedClicks,
  copyClicks,
  countWaiting,
  dropCopy,
  nextWaiting,
  planByKey,
  recordedClicks,
  type Verdicts,
  writeVerdicts,
} from './sql.ts'

type Settings = { reportTimeZone: string }
/** Nothing of a verdict depends on these. */
type Pace = {
  /**
   * From so many orders on, clicks are copied before they are looked up: of 10,000,000 that takes as long as looking up
   * some 20,000 orders' clicks where they were recorded.
   */
  copyFrom?: number
  /** How many orders the first step takes. */
  firstStep?: number
}

/**
 * How long a step should take: long enough to cost little, short enough to be stopped soon and to keep an admin who
 * assigns one of its orders waiting for no longer.
 */
const stepMs = 1_500
const mostOrders = 20_000

/**
 * Decides whose each order is that waits to be matched (decision 25), and anew of those whose match is provisional, since
 * their date is not over (decision 38). In steps, each committed by itself: its orders leave the queue with it, so a pass that was interrupted goes on with the rest, and verdicts do not depend on how
 * orders were divided. Counts those looked at, and as left alone what an admin decided, what is posted by a match that is
 * final, and what no report tells of any more.
 */
export function matchOrders(
  context: Context,
  settings: Settings & Pace,
  progress: Progress,
): Promise<z.output<typeof matchResults>> {
  // The copy of clicks is its connection's own.
  return context.db.connection().execute(async (db) => {
    const session = { ...context, db }
    const total = await inTransaction(session, async (tx) => {
      await planByKey(tx.db)
      await queueLateVisits(tx.db)
      return countWaiting(tx.db)
    })
    if (total < (settings.copyFrom ?? 20_000))
      return resultsOf(await matchWaiting(session, settings, recordedClicks, progress, total))
    try {
      await inTransaction(session, async (tx) => {
        await copyClicks(tx.db)
        await progress.step(tx, { done: 0, total })
      })
      return resultsOf(await matchWaiting(session, settings, copiedClicks, progress, total))
    } finally {
      await dropCopy(db)
    }
  })
}

async function matchWaiting(
  session: Context,
  settings: Settings & Pace,
  clicks: ClickSource,
  progress: Progress,
  waiting: number,
) {
  const sum: Verdicts = { high: 0, medium: 0, unknown: 0, review: 0, evidence_disagrees: 0 }
  let size = settings.firstStep ?? 500
  let done = 0
  let last: string | undefined = ''
  while (last !== undefined) {
    const after = last
    const began = performance.now()
    last = await inTransaction(session, async (tx) => {
      await planByKey(tx.db)
      const ids = await nextWaiting(tx.db, after, size)
      if (ids.length === 0) return undefined
      const found = await decide(tx, settings, ids, clicks)
      for (const what of ['high', 'medium', 'unknown', 'review', 'evidence_disagrees'] as const)
        sum[what] += found[what]
      done += ids.length
      await progress.step(tx, { done, total: Math.max(waiting, done) })
      return ids.at(-1)
    })
    const pace = Math.max(0.5, Math.min(2, stepMs / (performance.now() - began)))
    size = Math.max(1, Math.min(mostOrders, Math.round(size * pace)))
  }
  return { ...sum, waiting: done }
}

const resultsOf = ({
  high,
  medium,
  unknown,
  review,
  evidence_disagrees,
  waiting,
}: Verdicts & { waiting: number }) => ({
  total: high + medium + unknown,
  matched: high + medium,
  high_confidence: high,
  medium_confidence: medium,
  no_match: unknown,
  review,
  evidence_disagrees,
  waiting,
  left_alone: waiting - high - medium - unknown,
})

/**
 * Decides on one order that waits to be matched, in the caller's transaction: as {@link matchOrders} would, which leaves
 * alone what is held or posted.
 */
export async function rematchOrder(tx: Context, settings: Settings, orderItemId: string): Promise<void> {
  const planAsBefore = await planByKey(tx.db)
  await decide(tx, settings, [orderItemId], recordedClicks)
  await planAsBefore()
}

/** Locked first: what an admin decided meanwhile is then known, and what they decide next waits. */
async function decide(
  { db, clock }: Context,
  { reportTimeZone }: Settings,
  ids: string[],
  clicks: ClickSource,
): Promise<Verdicts> {
  await lockOrders(db, ids)
  return writeVerdicts(db, ids, { reportTimeZone, now: clock(), verdicts }, clicks)
}
