import { type Context, inTransaction, requireUser } from '../../platform/context.ts'
import { type Entry, entriesFor, type Owed, type Posted, type Terms } from './rules.ts'
import {
  insertEntries,
  insertPayee,
  openPostingRun,
  sealPostingRuns,
  selectPosted,
  severPayeeOf,
} from './sql.ts'

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

/** Makes the payee of a new account, in the sign-up's own transaction. It outlives the account (decisions: Ledger). */
export async function createPayee(context: Context, userId: string): Promise<void> {
  await insertPayee(context.db, userId, context.clock())
}

/**
 * Cuts the caller off from their payee, in the transaction that deletes the account: what was and will be earned
 * stays in the books, and nobody can tell any more whose it was (decisions: Ledger).
 */
export async function severPayee(context: Context): Promise<void> {
  await severPayeeOf(context.db, requireUser(context).userId)
}
