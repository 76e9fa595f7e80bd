import type { z } from 'zod'
import { finishPosting, postOwed, reportDay, shareReleasing } from '../../earnings/index.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import type { Settings } from '../../platform/settings/read.ts'
import type { calculationResults } from '../contract.ts'
import { foldReturns } from '../imports/merge/merging.ts'
import { lockOrders } from '../lock-sql.ts'
import type { Progress } from '../runs/execute.ts'
import { countRunOrders, listCalculated } from '../runs/outcomes-sql.ts'
import { owedOf } from './rules.ts'
import { countWaiting, dequeue, nextWaiting, selectStates } from './sql.ts'

/**
 * The maximum of orders in one transaction: so many that each costs little, and so few that an admin who assigns one
 * waits only briefly.
 */
const ordersAtOnce = 4_000

/**
 * Posts what is owed for every order in the queue (docs/product/calls.md#functions). Each part is committed by itself
 * and leaves the queue with it, so that an interrupted run continues with the rest. Returns counts of orders over the
 * whole run, including before an interruption: `processed`, with something posted; `unchanged`, with nothing new owed;
 * `waiting`, the sum.
 */
export async function calculateEarnings(
  context: Context,
  settings: Pick<Settings['earnings'], 'holdDays' | 'reportTimeZone'> & { atOnce?: number },
  runId: string,
  progress: Progress,
): Promise<z.output<typeof calculationResults>> {
  // An admin may have given purchases to another creator since.
  await foldReturns(context)
  const { holdDays, atOnce = ordersAtOnce } = settings
  const total = await countWaiting(context.db)
  const next = (after: string) => nextWaiting(context.db, after, atOnce)
  let done = 0
  for (let ids = await next(''); ids.length > 0; ids = await next(ids.at(-1) as string)) {
    done += ids.length
    await inTransaction(context, async (tx) => {
      await shareReleasing(tx)
      await lockOrders(tx.db, ids)
      const owed = (await selectStates(tx.db, ids)).map(owedOf).filter((one) => one !== null)
      const { posted } = await postOwed(tx, { runId, holdDays, today: reportDay(tx, settings) }, owed)
      await dequeue(tx.db, ids)
      await listCalculated(tx.db, runId, {
        processed: ids.filter((id) => posted.has(id)),
        unchanged: ids.filter((id) => !posted.has(id)),
      })
      // Orders that were queued meanwhile are posted as well.
      await progress.step(tx, { done, total: Math.max(total, done) })
    })
  }
  await finishPosting(context, runId)
  const { processed, unchanged } = await countRunOrders(context.db, runId)
  return { processed, waiting: processed + unchanged, unchanged }
}
