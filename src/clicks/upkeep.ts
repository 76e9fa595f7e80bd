import type { Context } from '../platform/context.ts'
import { sqlState } from '../platform/database/failures.ts'
import { quartersKeptFrom, rawClicksKeptFrom } from './retention-rules.ts'
import { foldClicks } from './rollups.ts'
import { deleteFromDefault, deleteQuarters, dropMonth, selectMonthsBefore } from './upkeep-sql.ts'

/** What one run removed: roll-ups of quarters of an hour, months of raw clicks, and raw clicks outside those. */
export type RetiredClicks = { quarters: number; months: number; clicks: number }

/**
 * Removes quarters of an hour older than 13 months, and whole months of raw clicks older than `retentionDays`, once all
 * clicks are in the roll-ups. Those of days and the running totals stay, so charts and counters do not change. A month
 * that cannot be had at once is left to the next run: recording never waits. Run it every hour or so, outside a
 * transaction; several at once are safe. Nothing is removed once `stopping` is aborted.
 */
export async function retireClicks(
  context: Context,
  { retentionDays, stopping }: { retentionDays: number; stopping?: AbortSignal },
): Promise<RetiredClicks> {
  const { db } = context
  await foldClicks(context, stopping)
  if (stopping?.aborted) return { quarters: 0, months: 0, clicks: 0 }
  const quarters = await deleteQuarters(db, quartersKeptFrom(context.clock()))
  const from = rawClicksKeptFrom(context.clock(), retentionDays)
  let months = 0
  for (const name of await selectMonthsBefore(db, from)) if (await isDropped(context, name)) months += 1
  return { quarters, months, clicks: await deleteFromDefault(db, from) }
}

async function isDropped({ db }: Context, name: string): Promise<boolean> {
  try {
    await dropMonth(db, name)
    return true
  } catch (error) {
    // Somebody is using clicks: perhaps not in an hour.
    if (sqlState(error) === '55P03') return false
    throw error
  }
}
