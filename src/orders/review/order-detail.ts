import { localDays } from '../../clicks/index.ts'
import { type Context, requireAdmin } from '../../platform/context.ts'
import { notFound } from '../../shared/errors.ts'
import { type PresentedDetail, presentDetail } from './orders.ts'
import { selectEntries, selectObservations, selectOrder } from './orders-sql.ts'

export type ReviewSettings = { reportTimeZone: string }

/** An order with its evidence, what reports said of it, and its ledger rows. Throws `not_found`. */
export async function findOrder(
  context: Context,
  { reportTimeZone }: ReviewSettings,
  id: string,
): Promise<PresentedDetail> {
  requireAdmin(context)
  const row = await selectOrder(context.db, id)
  if (!row) throw notFound('Order')
  const observations = await selectObservations(context.db, id)
  const entries = await selectEntries(context.db, id)
  return presentDetail(row, { observations, entries, today: localDays(reportTimeZone)(context.clock()) })
}
