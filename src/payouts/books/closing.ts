import { reportDay } from '../../earnings/index.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import { monthAfter } from '../../shared/payouts/months.ts'
import { insertClosedMonth, selectFirstMonth, selectLastClosed, tryLockBooks } from './closing-sql.ts'

/**
 * Closes each past month of the books that is not closed yet, one after another (docs/product/books.md#closing). While
 * somebody writes entries, it leaves that for the next time. Safe to repeat.
 */
export async function closeMonths(
  context: Context,
  options: { reportTimeZone: string },
  stopping?: AbortSignal,
): Promise<void> {
  while (!stopping?.aborted && (await inTransaction(context, (tx) => closeNext(tx, options)))) {
    // The next one.
  }
}

/** Closes the next month, if it is over; false if there is none. */
async function closeNext(tx: Context, options: { reportTimeZone: string }): Promise<boolean> {
  if (!(await tryLockBooks(tx.db))) return false
  const { reportTimeZone: zone } = options
  const after = await selectLastClosed(tx.db)
  const month = after ? monthAfter(after.month) : await selectFirstMonth(tx.db, zone)
  if (!month || month >= reportDay(tx, options).slice(0, 7)) return false
  await insertClosedMonth(tx.db, { month, after, zone, at: tx.clock() })
  return true
}
