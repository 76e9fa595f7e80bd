import type { Selectable } from 'kysely'
import { type Context, inTransaction } from '../../platform/context.ts'
import type { ImportBatches } from '../../platform/database/schema.ts'
import { AppError, type ErrorCode, notFound } from '../../shared/errors.ts'
import { deleteChunks, dropStaging } from './reports/sql.ts'
import { countsOf, nothingCounted } from './rules.ts'
import { lockImport, updateImport } from './sql.ts'

export type LockedImport = Selectable<ImportBatches>

/** The answer of a run on an import. */
export type Counts = ReturnType<typeof countsOf> & {
  /** Nothing was merged: it has to be confirmed first. */
  to_confirm?: 1
}

/** An import, locked until the transaction ends. Throws `not_found`. */
export async function lockKnown(tx: Context, id: string): Promise<LockedImport> {
  const row = await lockImport(tx.db, id)
  if (!row) throw notFound('Import')
  return row
}

/** Deletes the file of an import that has changed nothing, and its staged rows. */
export async function clearAway(tx: Context, id: string): Promise<void> {
  await dropStaging(tx.db, id)
  await deleteChunks(tx.db, id)
}

/** Fails an import with an error, unless it has ended or waits for an answer. */
export async function failImport(
  context: Context,
  id: string,
  { code, message }: { code: ErrorCode; message: string },
): Promise<void> {
  await inTransaction(context, async (tx) => {
    const { state } = await lockKnown(tx, id)
    if (state !== 'receiving' && state !== 'received' && state !== 'staged') return
    await clearAway(tx, id)
    await updateImport(tx.db, id, {
      state: 'failed',
      error_code: code,
      error_message: message,
      preview: null,
    })
  })
}

/** Does `work`; if it throws an AppError, the import fails with it, and it is thrown again. */
export async function failingImport<T>(context: Context, id: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError) await failImport(context, id, error)
    throw error
  }
}

/** Ends an import of a file that is merged already (docs/product/reports.md#importing). None of it stays stored. */
export async function endAsRepeated(
  tx: Context,
  row: LockedImport,
  same: Pick<LockedImport, 'id' | 'format' | 'total' | 'failed' | 'combined'>,
): Promise<Counts> {
  const { id, format, total, failed, combined } = same
  const counts = { ...nothingCounted, total, unchanged: total, failed, combined }
  await clearAway(tx, row.id)
  await updateImport(tx.db, row.id, {
    state: 'repeated',
    repeats_id: id,
    format,
    ...counts,
    preview: null,
  })
  return countsOf(counts)
}

/**
 * The counts of an import that a run's step has passed before, as when the run is repeated after a crash. Throws the
 * error that it failed with, and `conflict` if it was discarded.
 */
export function endedBefore(row: LockedImport): Counts {
  if (row.state === 'failed')
    throw new AppError((row.error_code ?? 'internal_error') as ErrorCode, row.error_message ?? '')
  if (row.state === 'discarded') throw new AppError('conflict', 'This import was discarded.')
  return countsOf(row)
}

/**
 * Ends the imports that were under way when a backup was taken: archives hold no staged rows (docs/backup.md). One that
 * waits for an answer needs only its file, which is there. Runs that match and calculate continue by themselves, as
 * after a killed process. Safe to repeat.
 */
export async function interruptImports(context: Context): Promise<void> {
  await inTransaction(context, async (tx) => {
    await tx.db
      .updateTable('order_runs')
      .set({ state: 'stopped', finished_at: tx.clock(), lease_token: null, lease_until: null })
      .where('kind', 'in', ['stage', 'merge'])
      .where('state', 'in', ['waiting', 'running'])
      .execute()
    const open = await tx.db
      .selectFrom('import_batches')
      .select('id')
      .where('state', 'in', ['receiving', 'received', 'staged'])
      .execute()
    for (const { id } of open)
      await failImport(tx, id, {
        code: 'conflict',
        message: 'A backup was restored while this file was under way. Please send it again.',
      })
  })
}
