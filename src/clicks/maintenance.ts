import { type Context, inTransaction } from '../platform/context.ts'
import { sqlState } from '../platform/database/errors.ts'
import { cutUserAgent, userAgentsStoredMs } from '../platform/user-agent.ts'
import { dayMs, utcDay } from '../shared/time.ts'
import { forgetNetworks } from './analytics/networks-sql.ts'
import { flaggedFrom } from './flags/rules.ts'
import {
  cutAgents,
  deleteAged,
  deleteFromDefault,
  deleteQuarters,
  deleteSalts,
  deleteSeenFlags,
  dropMonth,
  ensureMonths,
  lockAgentsMark,
  moveAgentsMark,
  selectFirstAgent,
  selectMonthsBefore,
} from './maintenance-sql.ts'
import { foldDeltas } from './rollups-sql.ts'
import {
  networkQuartersStoredFrom,
  networksStoredFrom,
  quartersStoredFrom,
  rawClicksStoredFrom,
  retentionMs,
} from './rules.ts'

/** Deltas folded in one transaction: tenths of a second; some seconds if each is of another product. */
const batch = 10_000

/**
 * Moves deltas of clicks into the roll-ups until none are left or `stopping` is aborted. Call it outside a transaction:
 * each batch is committed by itself. Several at once take turns; a killed one has moved its batch wholly or not at all.
 * Recording never waits for it.
 */
export async function foldClicks({ db }: Pick<Context, 'db'>, stopping?: AbortSignal): Promise<void> {
  let moved: number
  do moved = await foldDeltas(db, batch)
  while (moved === batch && !stopping?.aborted)
}

const monthsAhead = 3

/** How much one run removed. */
type ClicksMaintenance = { salts: number; events: number; visits: number }

/**
 * Deletes what may not be stored longer than 48 hours (salts first: without its salt a hash means nothing) and makes
 * the partitions of the coming months. Safe at any time and on several nodes at once; run it every hour or so. Call it
 * outside a transaction, so that a long run is committed in parts.
 */
export async function maintainClicks(context: Context): Promise<ClicksMaintenance> {
  const now = context.clock()
  const tooOld = new Date(now.getTime() - retentionMs)
  const salts = await deleteSalts(context.db, utcDay(tooOld))
  const events = await deleteAged(context.db, 'click_events', 'clicked_at', tooOld)
  const visits = await deleteAged(context.db, 'click_visits', 'counted_at', tooOld)
  await deleteSeenFlags(context.db, flaggedFrom(now))
  await forgetNetworks(context.db, {
    daysSince: networksStoredFrom(now),
    quartersSince: networkQuartersStoredFrom(now),
  })
  const ahead = new Date(now)
  ahead.setUTCMonth(now.getUTCMonth() + monthsAhead, 1)
  await ensurePartitions(context, now, ahead)
  return { salts, events, visits }
}

/** Makes the monthly partitions from the month of `from` to that of `to`, all or none; existing ones stay. */
export async function ensurePartitions(context: Context, from: Date, to: Date): Promise<void> {
  await inTransaction(context, ({ db }) => ensureMonths(db, from, to))
}

const monthName = /^clicks_(\d{4})_(0[1-9]|1[0-2])$/

/** Makes the partition that has this name; false where a month has none of that name. */
export async function ensurePartitionNamed({ db }: Pick<Context, 'db'>, name: string): Promise<boolean> {
  const [, year, month] = monthName.exec(name) ?? []
  if (!year || !month) return false
  const day = new Date(`${year}-${month}-01T00:00:00Z`)
  await ensureMonths(db, day, day)
  return true
}

/** What one run removed: quarter-hour roll-ups, months of raw clicks, and raw clicks of the default partition. */
type RetiredClicks = { quarters: number; months: number; clicks: number }

/**
 * Removes quarter-hour roll-ups older than 13 months, and whole months of raw clicks older than `retentionDays`, once
 * all clicks are in the roll-ups. Roll-ups of days and the running totals stay, so charts and counters do not change. A
 * month that is in use is left to the next run: recording never waits. Run it every hour or so, outside a transaction;
 * several at once are safe. Removes nothing once `stopping` is aborted.
 */
export async function retireClicks(
  context: Context,
  { retentionDays, stopping }: { retentionDays: number; stopping?: AbortSignal },
): Promise<RetiredClicks> {
  const { db } = context
  await foldClicks(context, stopping)
  if (stopping?.aborted) return { quarters: 0, months: 0, clicks: 0 }
  const quarters = await deleteQuarters(db, quartersStoredFrom(context.clock()))
  const from = rawClicksStoredFrom(context.clock(), retentionDays)
  let months = 0
  for (const day of await selectMonthsBefore(db, from)) if (await isDropped(context, day)) months += 1
  return { quarters, months, clicks: await deleteFromDefault(db, from) }
}

async function isDropped({ db }: Context, day: string): Promise<boolean> {
  try {
    await dropMonth(db, day)
    return true
  } catch (error) {
    // A transaction is using clicks; the next run may find none.
    if (sqlState(error) === '55P03') return false
    throw error
  }
}

/** How far one search for the next day goes: it reads one or two months of clicks. */
const lookMs = 31 * dayMs

/**
 * Cuts user agents of clicks to their family, for whole days (UTC) that ended 30 days ago. Call it outside a
 * transaction: each day is committed by itself, until none is left or `stopping` is aborted. Recording never waits for
 * it.
 */
export async function cutClickAgents(context: Context, stopping?: AbortSignal): Promise<void> {
  const cutBefore = Math.floor((context.clock().getTime() - userAgentsStoredMs) / dayMs) * dayMs
  let isLeft = true
  while (isLeft && !stopping?.aborted)
    isLeft = await inTransaction(context, async ({ db }) => {
      const mark = (await lockAgentsMark(db)).getTime()
      if (mark >= cutBefore) return false
      const lookUntil = Math.min(mark + lookMs, cutBefore)
      const first = await selectFirstAgent(db, new Date(mark), new Date(lookUntil))
      if (!first) {
        await moveAgentsMark(db, new Date(lookUntil))
        return lookUntil < cutBefore
      }
      const from = Math.floor(first.getTime() / dayMs) * dayMs
      const until = new Date(from + dayMs)
      await cutAgents(db, { from: new Date(from), until }, cutUserAgent)
      await moveAgentsMark(db, until)
      return true
    })
}
