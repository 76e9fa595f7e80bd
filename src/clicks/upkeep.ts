import { type Context, inTransaction } from '../platform/context.ts'
import { sqlState } from '../platform/database/failures.ts'
import { cutUserAgent, userAgentsStoredMs } from '../platform/user-agent.ts'
import { dayMs, utcDay } from '../shared/time.ts'
import { flaggedFrom } from './flags/rules.ts'
import { foldDeltas } from './rollups-sql.ts'
import { quartersStoredFrom, rawClicksStoredFrom, retentionMs } from './rules.ts'
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
} from './upkeep-sql.ts'

/** Folded in one transaction: tenths of a second's work; some seconds' if each is of another product. */
const batch = 10_000

/**
 * Moves what clicks have added to the totals per product into the roll-ups, until nothing is left or `stopping` is
 * aborted, each batch committed by itself: outside a transaction. Several at once take turns; one that is killed has
 * moved its batch wholly or not at all. Recording never waits for it.
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
  await deleteSeenFlags(context.db, flaggedFrom(now))
  const ahead = new Date(now)
  ahead.setUTCMonth(now.getUTCMonth() + monthsAhead, 1)
  await ensurePartitions(context, now, ahead)
  return { salts, events, visits }
}

/** Makes the monthly partitions from the month of `from` to that of `to`, all or none; those there stay. */
export async function ensurePartitions(context: Context, from: Date, to: Date): Promise<void> {
  await inTransaction(context, ({ db }) => ensureMonths(db, from, to))
}

/** What one run removed: roll-ups of quarters of an hour, months of raw clicks, and raw clicks outside those. */
type RetiredClicks = { quarters: number; months: number; clicks: number }

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
  const quarters = await deleteQuarters(db, quartersStoredFrom(context.clock()))
  const from = rawClicksStoredFrom(context.clock(), retentionDays)
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

/** How far one look for the next day goes: it reads a month's clicks, or two's. */
const lookMs = 31 * dayMs

/**
 * Leaves of what browsers said they are their family, of clicks of whole days (UTC) that are over for 30 days. A day at a time,
 * each committed by itself, until none is left or `stopping` is aborted: outside a transaction. Recording never waits for it.
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
