import type { z } from 'zod'
import { finishPosting, postBetweenTurns, postOwed, reportDay } from '../../earnings/index.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import type { Settings } from '../../platform/settings/read.ts'
import type { calculationResults } from '../contract.ts'
import { foldReturns } from '../imports/merge/merging.ts'
import { lockOrders } from '../lock-sql.ts'
import { type Progress, reportingSteps } from '../runs/execute.ts'
import { countRunOrders, listCalculated } from '../runs/outcomes-sql.ts'
import { inTwoSessions } from '../two-sessions.ts'
import { owedOf } from './rules.ts'
import {
  countWaiting,
  dequeue,
  dropList,
  type End,
  type Listed,
  listWaiting,
  nextOfList,
  selectStates,
} from './sql.ts'

/**
 * The most orders of one transaction: so many that each costs little, and so few that an admin who assigns one waits
 * briefly.
 */
const chunk = 4_000

/**
 * Posts what is owed for every order in the queue (docs/product/calls.md#functions). Each chunk is committed by
 * itself and leaves the queue with it, so that an interrupted run continues with the rest. Returns counts of orders
 * over the whole run, including before an interruption: `processed`, for which something was posted; `unchanged`, for
 * which nothing new was owed; `waiting`, the sum.
 */
export async function calculateEarnings(
  context: Context,
  settings: Pick<Settings['earnings'], 'holdDays' | 'reportTimeZone'>,
  runId: string,
  progress: Progress,
): Promise<z.output<typeof calculationResults>> {
  const { holdDays } = settings
  // An admin may have given purchases to somebody else since.
  await foldReturns(context)
  const total = await countWaiting(context.db)
  const report = reportingSteps(progress, total)
  const post = (session: Context, ids: string[]) =>
    inTransaction(session, async (tx) => {
      await postBetweenTurns(tx)
      await lockOrders(tx.db, ids)
      const owed = (await selectStates(tx.db, ids)).map(owedOf).filter((one) => one !== null)
      const { posted } = await postOwed(tx, { runId, holdDays, today: reportDay(tx, settings) }, owed)
      await dequeue(tx.db, ids)
      await listCalculated(tx.db, runId, {
        processed: ids.filter((id) => posted.has(id)),
        unchanged: ids.filter((id) => !posted.has(id)),
      })
      await report(tx, ids.length)
    })
  await postFromBothEnds(context, post, Math.min(chunk, Math.ceil(total / 2)))
  await finishPosting(context, runId)
  const { processed, unchanged } = await countRunOrders(context.db, runId)
  return { processed, waiting: processed + unchanged, unchanged }
}

/**
 * Has the queue posted in parts by two sessions at once, so that one's rows are computed here while the other's are
 * written. One begins with the first payees, the other with the last, until they meet.
 */
async function postFromBothEnds(
  context: Context,
  post: (session: Context, ids: string[]) => Promise<void>,
  size: number,
): Promise<void> {
  const taken: Record<End, Listed | null> = { first: null, last: null }
  let turn: Promise<unknown> = Promise.resolve()
  /** One session after the other, so that each knows what the other has taken. */
  const take = (db: Context['db'], end: End, failing: AbortSignal): Promise<string[]> => {
    const part = turn.then(async () => {
      const orders = failing.aborted ? [] : await nextOfList(db, { end, taken, limit: size })
      taken[end] = orders.at(-1) ?? taken[end]
      return orders.map(({ id }) => id)
    })
    turn = part.catch(() => {})
    return part
  }
  await inTwoSessions(context, ['first', 'last'] as const, async (session, end, failing) => {
    const next = () => take(session.db, end, failing)
    try {
      // A temporary table of this session.
      await inTransaction(session, (tx) => listWaiting(tx.db))
      for (let ids = await next(); ids.length > 0; ids = await next()) await post(session, ids)
    } finally {
      await dropList(session.db)
    }
  })
}
