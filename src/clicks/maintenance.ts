import type { Context } from '../platform/context.ts'
import { inTransaction } from '../platform/context.ts'
import { deleteAged, deleteSalts, ensureMonths } from './maintenance-sql.ts'
import { retentionMs, utcDay } from './rules.ts'

const monthsAhead = 3

/** How much one run removed. */
export type ClicksMaintenance = { salts: number; events: number; visits: number }

/**
 * Destroys what must not be kept longer than 48 hours (salts first: with a salt every hash made by it loses its
 * meaning) and makes the partitions of the coming months. Safe to run at any time and on several nodes at once; run
 * it every hour or so. Outside a transaction, so that a long sweep is committed in parts.
 */
export async function maintainClicks(context: Context): Promise<ClicksMaintenance> {
  const now = context.clock()
  const tooOld = new Date(now.getTime() - retentionMs)
  const salts = await deleteSalts(context.db, utcDay(tooOld))
  const events = await deleteAged(context.db, 'click_events', 'clicked_at', tooOld)
  const visits = await deleteAged(context.db, 'click_visits', 'counted_at', tooOld)
  const ahead = new Date(now)
  ahead.setUTCMonth(now.getUTCMonth() + monthsAhead, 1)
  await ensurePartitions(context, now, ahead)
  return { salts, events, visits }
}

/** Makes the monthly partitions from the month of `from` to that of `to`, all or none; those there stay. */
export async function ensurePartitions(context: Context, from: Date, to: Date): Promise<void> {
  await inTransaction(context, ({ db }) => ensureMonths(db, from, to))
}
