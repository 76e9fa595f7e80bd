import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'

/** A day (UTC, `2026-11-02`), and the number of its calls at which this caller must stop. */
type Share = { day: string; calls: number }

// Clocks of two processes may differ at midnight. A day further ahead was written by a wrong clock, and would be used
// until that day comes.
const isCounted = (day: string) => sql`day between ${day}::date and ${day}::date + 1`
const callsOn = (day: string) => sql`case when ${isCounted(day)} then calls else 0 end`
const seconds = (ms: number) => sql`make_interval(secs => ${ms / 1000}::float8)`

/**
 * Reserves the next turn if it comes within `withinMs` (negative: if it has been free for so long) and the day's calls
 * suffice. Returns the milliseconds until it begins; undefined if nothing was reserved.
 */
export async function takeTurn(
  db: Kysely<DB>,
  { day, calls }: Share,
  { intervalMs, withinMs }: { intervalMs: number; withinMs: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ ms: number }>`
    update amazon_calls set
      day = case when ${isCounted(day)} then day else ${day}::date end,
      calls = ${callsOn(day)} + 1,
      next_turn_at = greatest(clock_timestamp(), next_turn_at, paused_until) + ${seconds(intervalMs)}
    where ${callsOn(day)} < ${calls}
      and greatest(next_turn_at, paused_until) <= clock_timestamp() + ${seconds(withinMs)}
    returning (extract(epoch from next_turn_at - ${seconds(intervalMs)} - clock_timestamp()) * 1000)::float8 as ms`.execute(
    db,
  )
  return rows[0] && Math.max(0, rows[0].ms)
}

type Turns = {
  /** Milliseconds until the next turn; negative while it is free. */
  msToNext: number
  /** The day's calls are used up. */
  isSpent: boolean
}

/** The current state, without a reservation. */
export async function readTurns(db: Kysely<DB>, { day, calls }: Share): Promise<Turns> {
  const { rows } = await sql<Turns>`
    select (extract(epoch from greatest(next_turn_at, paused_until) - clock_timestamp()) * 1000)::float8 as "msToNext",
      ${callsOn(day)} >= ${calls} as "isSpent"
    from amazon_calls`.execute(db)
  return rows[0] as Turns
}

/** True during a pause that Amazon asked for. */
export async function isPaused(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql`select from amazon_calls where paused_until > clock_timestamp()`.execute(db)
  return rows.length > 0
}

/** Lets no turn begin for `ms`. */
export async function pauseTurns(db: Kysely<DB>, ms: number): Promise<void> {
  await sql`
    update amazon_calls
    set paused_until = greatest(paused_until, clock_timestamp() + ${seconds(ms)})`.execute(db)
}
