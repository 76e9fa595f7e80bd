import { type Context, inTransaction } from '../../platform/context.ts'
import { type Entry, entriesFor, type Owed, type Posted, type Terms } from './rules.ts'
import { insertEntries, openPostingRun, sealPostingRuns, selectPosted } from './sql.ts'

export type { Owed } from './rules.ts'

/**
 * Posts what is missing between what these orders are worth and what the ledger says of them (decisions: Ledger), in
 * the caller's transaction, which holds the orders' locks. Returns how many orders got rows; none do a second time.
 */
export async function postOwed(
  tx: Context,
  { runId, ...terms }: Terms & { runId: string },
  owed: Owed[],
): Promise<{ posted: number }> {
  const orderIds = owed.map(({ orderItemId }) => orderItemId)
  const posted = Map.groupBy(await selectPosted(tx.db, orderIds), ({ orderItemId }: Posted) => orderItemId)
  const entries = owed.flatMap((order) => entriesFor(order, posted.get(order.orderItemId) ?? [], terms))
  if (entries.length === 0) return { posted: 0 }
  const at = tx.clock()
  const postingRunId = await openPostingRun(tx.db, runId, at)
  // Each payee's chain is locked by its first row: in one order, so that two who post never wait for each other.
  await insertEntries(tx.db, entries.toSorted(byPayee), { postingRunId, at })
  return { posted: new Set(entries.map(({ orderItemId }) => orderItemId)).size }
}

const byPayee = (one: Entry, other: Entry) =>
  one.payeeId < other.payeeId ? -1 : one.payeeId > other.payeeId ? 1 : 0

/** Seals what a run has posted, before an interruption too, and returns of how many orders that is. */
export const finishPosting = (context: Context, runId: string): Promise<{ orders: number }> =>
  inTransaction(context, async (tx) => ({ orders: await sealPostingRuns(tx.db, runId, tx.clock()) }))
