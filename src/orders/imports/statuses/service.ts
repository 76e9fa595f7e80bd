import type { z } from 'zod'
import { recordAudit } from '../../../audit/index.ts'
import { type Context, inTransaction, requireAdmin } from '../../../platform/context.ts'
import { notFound } from '../../../shared/errors.ts'
import { statusKey } from '../reports/cells/cell-rules.ts'
import { selectUnlessGone } from '../sql.ts'
import type { StatusMeaning, statusesContract } from './contract.ts'
import { insertMeanings, selectMeanings } from './sql.ts'

type Listed = z.input<(typeof statusesContract)['GET /api/v1/admin/report-statuses']['response']>

/** The meanings that admins gave to statuses. Admins only. */
export async function listMeanings(context: Context): Promise<Listed> {
  requireAdmin(context)
  const meanings = await selectMeanings(context.db)
  return {
    items: meanings.map(({ status, means, username, said_at }) => ({
      status,
      means,
      by: username,
      at: said_at.toISOString(),
    })),
  }
}

/**
 * Changes the meaning of a status in files that are read from now on; earlier files keep theirs. The same meaning again
 * changes nothing. Admins only. Throws `not_found` for a status that no file has asked about.
 */
export async function changeMeaning(context: Context, status: string, means: StatusMeaning): Promise<Listed> {
  requireAdmin(context)
  await inTransaction(context, async (tx) => {
    const known = (await selectMeanings(tx.db)).find((one) => one.status === statusKey(status))
    if (!known) throw notFound('Status')
    if (known.means === means) return
    await rememberMeanings(tx, [{ status, means }])
    const details = { status: known.status, before: known.means, after: means }
    await recordAudit(tx, { action: 'report_status.set', subject: known.status, details })
  })
  return listMeanings(context)
}

/** Stores what statuses mean, in the one form in which they are compared. */
export async function rememberMeanings(
  tx: Context,
  said: { status: string; means: StatusMeaning }[],
): Promise<void> {
  const once = new Map(said.map(({ status, means }) => [statusKey(status), means]))
  await insertMeanings(
    tx.db,
    [...once].map(([status, means]) => ({ status, means })),
    { actorId: await selectUnlessGone(tx.db, tx.actor?.userId), at: tx.clock() },
  )
}
