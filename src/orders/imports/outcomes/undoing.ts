import type { z } from 'zod'
import { type Context, inTransaction, requireAdmin } from '../../../platform/context.ts'
import { tried } from '../../../platform/database/tried.ts'
import { AppError, notFound } from '../../../shared/errors.ts'
import { takeBack } from '../merge/merging.ts'
import { stateMessage } from '../rules.ts'
import { prepareLong, selectImport, tryLockMerging } from '../sql.ts'
import type { undoEffect } from './contract.ts'
import { serializeEffect } from './creators.ts'
import { selectAtMost } from './creators-sql.ts'
import { effectOf } from './tally-rules.ts'

/** A larger import gets only an upper limit: trying takes as long as a merge, and somebody is waiting. */
const maxTried = 10_000

/**
 * What undoing an import would change, in its currency: the undoing itself, rolled back. If it is large, or orders are
 * being merged now, an upper limit. Admins only. Throws `not_found`, and `conflict` for one that is not merged, or
 * undone already.
 */
export async function findUndoing(context: Context, id: string): Promise<z.input<typeof undoEffect>> {
  requireAdmin(context)
  const row = await selectImport(context.db, id)
  if (!row) throw notFound('Import')
  if (row.state !== 'merged') throw new AppError('conflict', stateMessage(row.state))
  if (row.undone_at) throw new AppError('conflict', 'This import has been undone.')
  const effect = await inTransaction(context, async (tx) => {
    await prepareLong(tx.db)
    if (row.total > maxTried || !(await tryLockMerging(tx.db)))
      return effectOf(await selectAtMost(tx.db, id), true)
    const { creators } = await tried(tx.db, () => takeBack(tx, id, { undone_reason: 'Tried' }))
    return effectOf(creators, false)
  })
  return serializeEffect(context, effect, row.currency)
}
