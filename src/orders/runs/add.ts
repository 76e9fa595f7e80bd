import { type Context, inTransaction } from '../../platform/context.ts'
import type { RunKind } from '../contract.ts'
import { insertRun, lockAdding, selectWaitingRun } from './sql.ts'

/**
 * Adds a run in the context's transaction, in the caller's name, and returns its id. An equal one that has not begun yet
 * is joined instead. It begins when somebody drains the runs after the commit.
 */
export const addRun = (context: Context, kind: RunKind, importId: string | null = null): Promise<string> =>
  inTransaction(context, async (tx) => {
    await lockAdding(tx.db)
    const waiting = await selectWaitingRun(tx.db, kind, importId)
    if (waiting) return waiting.id
    return insertRun(tx.db, {
      kind,
      import_id: importId,
      actor_id: tx.actor?.userId ?? null,
      created_at: tx.clock(),
    })
  })
