import type { Context } from '../../platform/context.ts'
import { sqlState } from '../../platform/database/failures.ts'
import { RunStopped } from '../runs/progress.ts'
import { cancelStatement, selectConnection } from './effect-sql.ts'

/** PostgreSQL's word for a statement that was cancelled. */
const canceled = '57014'

/**
 * Does `work` in a transaction whose statements may take minutes, and cancels the one under way when the work is to end:
 * throws RunStopped then. `outside` is not in that transaction.
 */
export async function interruptibly<T>(
  outside: Context,
  tx: Context,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  if (signal.aborted) throw new RunStopped()
  const connection = await selectConnection(tx.db)
  let cancelling: Promise<unknown> | undefined
  const cancel = () => {
    // Should it fail, the work ends at its next step.
    cancelling = cancelStatement(outside.db, connection).catch(() => {})
  }
  signal.addEventListener('abort', cancel)
  try {
    const result = await work()
    if (cancelling) throw new RunStopped()
    return result
  } catch (error) {
    throw cancelling && sqlState(error) === canceled ? new RunStopped() : error
  } finally {
    signal.removeEventListener('abort', cancel)
    // It must not strike what the connection does next.
    await cancelling
  }
}
