import type { z } from 'zod'
import { finishPosting, postOwed, reportDay } from '../../earnings/index.ts'
import type { Settings } from '../../platform/config.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import type { calculationResults } from '../contract.ts'
import { countRunOrders, listCalculated } from '../run-orders/sql.ts'
import { type Progress, reportingSteps } from '../runs/execute.ts'
import { dividingByPayee, owedOf } from './rules.ts'
import { countWaiting, dequeue, lockOrders, nextWaiting, selectStates } from './sql.ts'

/**
 * Orders of one transaction: so many that each costs little, and so few that an admin who assigns one waits briefly.
 */
const chunk = 4_000
/** Transactions at once, so that one's rows are computed here while another's are written (decision 94). */
const transactionsAtOnce = 2

/**
 * Posts what is owed for every order in the queue (docs/product/calls.md#functions). Each chunk is committed by
 * itself and leaves the queue with it, so that an interrupted run continues with the rest. Returns counts of orders
 * over the whole run, including before an interruption: `processed`, for which something was posted; `unchanged`, for
 * which nothing new was owed; `waiting`, the sum.
 */
export async function calculateEarnings(
  context: Context,
  settings: Settings['earnings'],
  runId: string,
  progress: Progress,
): Promise<z.output<typeof calculationResults>> {
  const { feeBps, holdDays } = settings
  const total = await countWaiting(context.db)
  const report = reportingSteps(progress, total)
  const post = (ids: string[]) =>
    inTransaction(context, async (tx) => {
      await lockOrders(tx.db, ids)
      const owed = (await selectStates(tx.db, ids)).map(owedOf)
      const { posted } = await postOwed(tx, { runId, feeBps, holdDays, today: reportDay(tx, settings) }, owed)
      await dequeue(tx.db, ids)
      await listCalculated(tx.db, runId, {
        processed: ids.filter((id) => posted.has(id)),
        unchanged: ids.filter((id) => !posted.has(id)),
      })
      await report(tx, ids.length)
    })
  const sessions = sideBySide(transactionsAtOnce, post)
  const divide = dividingByPayee(transactionsAtOnce)
  const next = (after: string) => nextWaiting(context.db, after, chunk * transactionsAtOnce)
  try {
    for (let waiting = await next(''); waiting.length > 0; waiting = await next(waiting.at(-1)?.id ?? ''))
      await sessions.give(divide(waiting))
  } finally {
    // Also where the queue could not be read: nothing is posted once the run is over.
    await sessions.end()
  }
  await finishPosting(context, runId)
  const { processed, unchanged } = await countRunOrders(context.db, runId)
  return { processed, waiting: processed + unchanged, unchanged }
}

/**
 * Works on parts in so many sessions. `give` hands each session its next part, which it begins once it has done the one
 * before, and returns when all have done what they were given earlier. After a failure none begins another part, and
 * each call throws it; `end` waits for all.
 */
function sideBySide(sessions: number, work: (part: string[]) => Promise<void>) {
  let failure: { reason: unknown } | undefined
  let given = Array.from({ length: sessions }, () => Promise.resolve())
  const follow = async (before: Promise<void>, part: string[]) => {
    await before
    if (failure || part.length === 0) return
    await work(part).catch((reason: unknown) => {
      failure ??= { reason }
    })
  }
  const ended = async (parts: Promise<void>[]) => {
    await Promise.all(parts)
    if (failure) throw failure.reason
  }
  return {
    give: (parts: string[][]) => {
      const earlier = given
      given = earlier.map((before, session) => follow(before, parts[session] ?? []))
      return ended(earlier)
    },
    end: () => ended(given),
  }
}
