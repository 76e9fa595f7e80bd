import { type Context, inTransaction } from '../../platform/context.ts'
import { failImport } from './ending.ts'

/**
 * Ends the imports that were under way when a backup was taken: archives hold no staged rows (docs/backup.md). One that
 * waits for an answer needs only its file, which is there. Runs that match and calculate go on by themselves, as after
 * a killed process. May be repeated.
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
