import type { z } from 'zod'
import { type Context, inTransaction } from '../../platform/context.ts'
import { isCanceled } from '../../platform/database/errors.ts'
import type { matchResults } from '../contract.ts'
import { foldReturns } from '../imports/merge/merging.ts'
import { lockOrders } from '../lock-sql.ts'
import { type Progress, reportingSteps } from '../runs/execute.ts'
import { countRunOrders, listTimedOut } from '../runs/outcomes-sql.ts'
import type { RunOutcome } from '../runs/rules.ts'
import { prepareTemporaryTables } from '../temporary-tables-sql.ts'
import type { ClickSource } from './evidence-sql.ts'
import { queueDecidedEarly, queueLateVisits } from './late-sql.ts'
import { verdicts } from './rules.ts'
import {
  copiedClicks,
  copyClicks,
  countWaiting,
  dropLane,
  forgetUndecided,
  lanes,
  listLane,
  nextOfLane,
  nextWaiting,
  planByKey,
  recordedClicks,
  type StillOpen,
  writeVerdicts,
} from './sql.ts'
import { inTwoSessions } from './two-sessions.ts'

type Settings = { reportTimeZone: string }
/** Counters that do not affect any match. */
type Pace = {
  /**
   * From this many orders on, clicks are copied before they are looked up. Copying from 10,000,000 clicks takes as long
   * as looking up the clicks of some 20,000 orders where they were recorded.
   */
  copyFrom?: number
  /** How many orders the first step takes. */
  firstStep?: number
}

/**
 * How long a step should take: long enough to cost little, short enough to be stopped soon and to let an admin who
 * assigns one of its orders wait only briefly.
 */
const stepMs = 1_500
const maxOrders = 20_000

/**
 * Decides the creator of each waiting order (decision 25), and decides provisional matches again, since their date is
 * not over. Works in steps, each committed by itself: its orders leave the queue with it, so an interrupted pass
 * continues with the rest, and matches do not depend on how orders were divided. Returns counts of the orders
 * processed; of those left alone: decided by an admin, posted with a final match, or in no report any more; and of
 * those that timed out, since each alone takes longer than a statement may: they keep waiting.
 */
export async function matchOrders(
  context: Context,
  settings: Settings & Pace,
  runId: string,
  progress: Progress,
): Promise<z.output<typeof matchResults>> {
  const total = await inTransaction(context, async (tx) => {
    await planByKey(tx.db)
    await queueLateVisits(tx.db)
    await queueDecidedEarly(tx.db, context.clock())
    await forgetUndecided(tx.db, runId)
    return countWaiting(tx.db)
  })
  const pass = { ...settings, runId, progress, report: reportingSteps(progress, total) }
  const isLarge = total >= (settings.copyFrom ?? 20_000)
  const open = isLarge ? await matchInLanes(context, pass) : await matchWaiting(context, pass, recordedClicks)
  await foldReturns(context)
  return { ...resultsOf(await countRunOrders(context.db, runId)), ...open }
}

/**
 * Matches with a copy of the clicks, in two sessions at once (decision 25): each takes the orders of its lane, and
 * copies the clicks that these may be of.
 */
async function matchInLanes(context: Context, pass: Pass): Promise<StillOpen> {
  const ends = await inTwoSessions(context, lanes, async (session, lane, failing) => {
    try {
      // Temporary tables of this session.
      await inTransaction(session, async (tx) => {
        await prepareTemporaryTables(tx.db)
        await listLane(tx.db, lane)
        await copyClicks(tx.db, lane)
        await pass.report(tx, 0)
      })
      return await matchWaiting(session, { ...pass, isListed: true, failing }, copiedClicks)
    } finally {
      await dropLane(session.db)
    }
  })
  const open = { review: 0, evidence_disagrees: 0 }
  for (const end of ends) {
    open.review += end.review
    open.evidence_disagrees += end.evidence_disagrees
  }
  return open
}

type Pass = Settings &
  Pace & {
    runId: string
    progress: Progress
    report: ReturnType<typeof reportingSteps>
    /** Whether the session has a list of the orders. */
    isListed?: boolean
    failing?: AbortSignal
  }

async function matchWaiting(
  session: Context,
  { progress, report, firstStep, isListed, failing, ...settings }: Pass,
  clicks: ClickSource,
): Promise<StillOpen> {
  const open = { review: 0, evidence_disagrees: 0 }
  let size = firstStep ?? 500
  let last = ''
  let position = 0

  const next = () =>
    inTransaction(session, async (tx) => {
      await planByKey(tx.db)
      return isListed ? nextOfLane(tx.db, position, size) : nextWaiting(tx.db, last, size)
    })
  const commit = <T>(ids: string[], work: (tx: Context) => Promise<T>): Promise<T> =>
    inTransaction(session, async (tx) => {
      await planByKey(tx.db)
      const found = await work(tx)
      await report(tx, ids.length)
      return found
    })
  /**
   * Decides on some orders, or on fewer of them if that takes longer than a statement may; one that alone takes longer
   * is skipped, and waits for the next matching. Returns how many it is done with.
   */
  const take = async (ids: string[]): Promise<number> => {
    try {
      const found = await commit(ids, (tx) => decide(tx, settings, ids, clicks))
      open.review += found.review
      open.evidence_disagrees += found.evidence_disagrees
    } catch (error) {
      if (!isCanceled(error)) throw error
      progress.signal.throwIfAborted()
      if (ids.length > 1) return take(ids.slice(0, ids.length / 2))
      await commit(ids, (tx) => listTimedOut(tx.db, settings.runId, ids))
    }
    return ids.length
  }

  for (let ids = await next(); ids.length > 0 && !failing?.aborted; ids = await next()) {
    const began = performance.now()
    const taken = await take(ids)
    last = ids[taken - 1] as string
    position += taken
    const pace = Math.max(0.5, Math.min(2, stepMs / (performance.now() - began)))
    size = Math.max(1, Math.min(maxOrders, Math.round(taken * pace)))
  }
  return open
}

/** The counts of the whole run, including before an interruption. */
const resultsOf = ({ high, medium, unknown, left_alone, timed_out }: Record<RunOutcome, number>) => ({
  total: high + medium + unknown,
  matched: high + medium,
  high_confidence: high,
  medium_confidence: medium,
  no_match: unknown,
  waiting: high + medium + unknown + left_alone + timed_out,
  left_alone,
  timed_out,
})

/**
 * Matches the waiting ones of some orders, in the caller's transaction. Like {@link matchOrders} it leaves decided and
 * posted orders alone, and lists those whose evidence disagrees.
 */
export async function rematchOrders(tx: Context, settings: Settings, orderItemIds: string[]): Promise<void> {
  const planAsBefore = await planByKey(tx.db)
  await decide(tx, { ...settings, runId: null }, orderItemIds, recordedClicks)
  await planAsBefore()
}

/** Locked first: decisions of admins made until now are seen, and the next ones wait. */
async function decide(
  { db, clock }: Context,
  { reportTimeZone, runId }: Settings & { runId: string | null },
  ids: string[],
  clicks: ClickSource,
): Promise<StillOpen> {
  await lockOrders(db, ids)
  return writeVerdicts(db, ids, { reportTimeZone, runId, now: clock(), verdicts }, clicks)
}
