import type { z } from 'zod'
import { finishPosting, postOwed, reportDay } from '../../earnings/index.ts'
import type { Settings } from '../../platform/config.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import type { calculationResults } from '../contract.ts'
import { countRunOrders, listCalculated } from '../run-orders/sql.ts'
import type { Progress } from '../runs/execute.ts'
import { owedOf } from './rules.ts'
import { countWaiting, dequeue, lockOrders, nextWaiting, selectStates } from './sql.ts'

/**
 * Orders of one transaction: so many that each costs little, and so few that an admin who assigns one waits briefly.
 */
const chunk = 2_000

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
  let done = 0
  let last: string | undefined = ''
  while (last !== undefined) {
    const after = last
    last = await inTransaction(context, async (tx) => {
      const ids = await nextWaiting(tx.db, after, chunk)
      if (ids.length === 0) return undefined
      await lockOrders(tx.db, ids)
      const owed = (await selectStates(tx.db, ids)).map(owedOf)
      const { posted } = await postOwed(tx, { runId, feeBps, holdDays, today: reportDay(tx, settings) }, owed)
      await dequeue(tx.db, ids)
      await listCalculated(tx.db, runId, {
        processed: ids.filter((id) => posted.has(id)),
        unchanged: ids.filter((id) => !posted.has(id)),
      })
      done += ids.length
      // Orders that were queued meanwhile are done as well.
      await progress.step(tx, { done, total: Math.max(total, done) })
      return ids.at(-1)
    })
  }
  await finishPosting(context, runId)
  const { processed, unchanged } = await countRunOrders(context.db, runId)
  return { processed, waiting: processed + unchanged, unchanged }
}
