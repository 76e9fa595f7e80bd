import { type Context, inTransaction, requireUser } from '../../platform/context.ts'
import { enqueue } from '../../platform/jobs/job.ts'
import { selectStandingFees } from '../fees/sql.ts'
import { checkpointing } from '../log/service.ts'
import { holdPairs, releasePairs, selectReviewHolds } from './holds.ts'
import { type Entry, entriesFor, type Owed, type Posted, type Terms } from './rules.ts'
import {
  insertEntries,
  insertPayee,
  openPostingRun,
  sealPostingRuns,
  selectPosted,
  severPayeeOf,
} from './sql.ts'
import { tellPosted } from './telling.ts'

/**
 * Posts the difference between what these orders are worth and what the ledger has for them
 * (docs/product/ledger.md#posting), in the caller's transaction, which has locked the orders. Puts a review hold on
 * exactly those under review. Returns the orders that got rows; none when repeated.
 */
export async function postOwed(
  tx: Context,
  { runId, ...when }: Omit<Terms, 'fees'> & { runId: string },
  owed: Owed[],
): Promise<{ posted: Set<string> }> {
  const orderIds = owed.map(({ orderItemId }) => orderItemId)
  const posted = Map.groupBy(
    await selectPosted(tx.db, orderIds, when.today),
    ({ orderItemId }: Posted) => orderItemId,
  )
  const payees = new Set(owed.flatMap(({ payeeId }) => payeeId ?? []))
  const terms = { ...when, fees: await selectStandingFees(tx.db, [...payees]) }
  const entries = owed.flatMap((order) => entriesFor(order, posted.get(order.orderItemId) ?? [], terms))
  const at = tx.clock()
  await updateReviewHolds(tx, owed, { at, today: terms.today })
  if (entries.length === 0) return { posted: new Set() }
  const postingRunId = await openPostingRun(tx.db, runId, at)
  // Each payee's chain is locked by its first row, in one order, so that two transactions never wait for each other.
  await insertEntries(tx.db, entries.toSorted(byPayee), { postingRunId, at })
  return { posted: new Set(entries.map(({ orderItemId }) => orderItemId)) }
}

/**
 * Called before rows are written, so that none is payable meanwhile. A pair that lost its order keeps its hold until
 * its rows are taken back.
 */
async function updateReviewHolds(
  { db }: Context,
  owed: Owed[],
  when: { at: Date; today: string },
): Promise<void> {
  const underReview = owed.flatMap(({ orderItemId, payeeId, review }) =>
    payeeId !== null && review !== null ? [{ orderItemId, payeeId, reason: review }] : [],
  )
  const keyOf = (pair: { orderItemId: string; payeeId: string }) => `${pair.payeeId} ${pair.orderItemId}`
  const keys = new Set(underReview.map(keyOf))
  const holds = await selectReviewHolds(
    db,
    owed.map(({ orderItemId }) => orderItemId),
  )
  await releasePairs(
    db,
    holds.filter((pair) => !keys.has(keyOf(pair))),
    when,
  )
  await holdPairs(db, underReview, when)
}

const byPayee = (one: Entry, other: Entry) =>
  one.payeeId < other.payeeId ? -1 : one.payeeId > other.payeeId ? 1 : 0

/**
 * Seals what a run has posted, even before an interruption; then a checkpoint is signed, and creators are told what was
 * posted and what was taken back.
 */
export const finishPosting = (context: Context, runId: string): Promise<void> =>
  inTransaction(context, async (tx) => {
    const sealed = await sealPostingRuns(tx.db, runId, tx.clock())
    await enqueue(tx.db, checkpointing, {})
    for (const id of sealed) await tellPosted(tx, id)
  })

/**
 * Makes the payee of a new account, in the sign-up's own transaction. It outlives the account
 * (docs/product/ledger.md#payees).
 */
export async function createPayee(context: Context, userId: string): Promise<void> {
  await insertPayee(context.db, userId, context.clock())
}

/**
 * Separates the caller from their payee, in the transaction that deletes the account: past and future earnings stay in
 * the ledger, without any link to the person (docs/product/ledger.md#payees).
 */
export async function severPayee(context: Context): Promise<void> {
  await severPayeeOf(context.db, requireUser(context).userId)
}
