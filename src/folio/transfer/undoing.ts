import { sql } from 'kysely'
import type { z } from 'zod'
import { lockOwnAccount } from '../../identity/index.ts'
import { type Context, inTransaction, requireUser } from '../../platform/context.ts'
import { deleteInBatches } from '../../platform/database/batches.ts'
import { retryDeadlocks } from '../../platform/database/retry.ts'
import { AppError, notFound } from '../../shared/errors.ts'
import { dayMs } from '../../shared/time.ts'
import { deleteProducts } from '../products/editing.ts'
import type { transferContract } from './contract.ts'
import { countLive, lockImport, selectImports, takeItems, updateImport } from './undoing-sql.ts'

type Contract = typeof transferContract
type AnswerOf<K extends keyof Contract> = z.input<Contract[K]['response']>
type Undone = AnswerOf<'POST /api/v1/me/collection/imports/:id/undo'>

/** So long an import can be undone (decision 12). */
const undoMs = dayMs
/** For so long the answer says that it is too late. */
const keptMs = 2 * dayMs
const maxListed = 20
/** As few in one transaction as are imported in one. */
const chunkSize = 500

/** The caller's imports that there is something to undo of, the newest first. */
export async function listImports(context: Context): Promise<AnswerOf<'GET /api/v1/me/collection/imports'>> {
  const { userId } = requireUser(context)
  const since = new Date(context.clock().getTime() - undoMs)
  const imports = await selectImports(context.db, userId, since, maxListed)
  return {
    items: imports
      .filter(({ removable }) => removable > 0)
      .map((one) => ({
        ...one,
        created_at: one.created_at.toISOString(),
        undo_until: new Date(one.created_at.getTime() + undoMs).toISOString(),
      })),
  }
}

/**
 * Deletes what an import of the caller's made, for good, but for what has been changed since; what it changed stays as
 * it is (decision 12). It is done in parts: sent again after a failure, or twice at once, it completes what is missing
 * and answers the same. Throws `not_found`, for another person's import too, and `conflict` after 24 hours.
 */
export async function undoImport(context: Context, id: string): Promise<Undone> {
  for (;;) {
    const { isOver, ...undone } = await retryDeadlocks(5, () =>
      inTransaction(context, (tx) => undoPart(tx, id)),
    )
    if (isOver) return undone
  }
}

async function undoPart(tx: Context, id: string): Promise<Undone & { isOver: boolean }> {
  const { userId } = requireUser(tx)
  // As an import does first.
  await lockOwnAccount(tx)
  const found = await lockImport(tx.db, userId, id)
  if (!found) throw notFound('Import')
  const { updated, removed, kept, undone_at, created_at } = found
  if (undone_at) return { removed, kept, updated, isOver: true }
  const now = tx.clock()
  if (now.getTime() - created_at.getTime() >= undoMs)
    throw new AppError('conflict', 'This import is older than 24 hours and can no longer be undone.')
  const taken = await takeItems(tx.db, id, chunkSize)
  const deleted = await deleteProducts(tx, taken, { version: 1 })
  const isOver = taken.length < chunkSize
  const sums = { removed: removed + deleted.length, kept: kept + (await countLive(tx.db, taken)) }
  await updateImport(tx.db, { id, ...sums, undone_at: isOver ? now : null })
  return { ...sums, updated, isOver }
}

/** Forgets imports that can no longer be undone. */
export async function forgetImports({ db, clock }: Omit<Context, 'actor'>): Promise<void> {
  const before = new Date(clock().getTime() - keptMs)
  const old = sql`created_at < ${before}`
  await deleteInBatches(
    db,
    'collection_import_items',
    sql`import_id in (select id from collection_imports where ${old})`,
  )
  await deleteInBatches(db, 'collection_imports', old)
}
