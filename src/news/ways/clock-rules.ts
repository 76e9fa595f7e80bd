import { zoneOf } from '../../shared/dates/time-zone.ts'
import { dayMs, hourMs, minuteMs, utcDay } from '../../shared/time.ts'

/** The hours of a day between which nothing disturbs, on the account's clock; null for none. */
export type Quiet = { from: number; to: number } | null

/** What an account's mornings and nights depend on. */
export type Clockwork = { zone: string; quiet: Quiet }

/** Of accounts that have chosen nothing, and whose browser has not said where they are. */
export const usualClockwork: Clockwork = { zone: 'UTC', quiet: { from: 22, to: 7 } }

/** Where nothing is quiet, mails still come in the morning. */
const morning = 8

/** The day and the minute of the day on the clocks of a zone. */
export function localTime(zone: string, at: Date): { day: string; minute: number } {
  const clock = zoneOf(zone).clockOf(at)
  return { day: utcDay(clock), minute: Math.floor((clock % dayMs) / minuteMs) }
}

/** Whether an account's quiet hours are under way; they may go over midnight. */
export function isQuiet({ zone, quiet }: Clockwork, at: Date): boolean {
  if (!quiet) return false
  const hour = Math.floor(localTime(zone, at).minute / 60)
  return quiet.from < quiet.to ? hour >= quiet.from && hour < quiet.to : hour >= quiet.from || hour < quiet.to
}

/**
 * The first instant after `at` that is not quiet. Clocks change in between now and then, so hours are walked, not
 * computed.
 */
export function quietEnds(clockwork: Clockwork, at: Date): Date {
  const quarter = 15 * minuteMs
  let next = Math.ceil(at.getTime() / quarter) * quarter
  const last = next + 30 * hourMs
  while (next < last && isQuiet(clockwork, new Date(next))) next += quarter
  return new Date(next)
}

/**
 * The day for which an account's mails of the day may be sent now: from the end of its quiet hours on, without any from
 * eight, until they begin again. Null before.
 */
export function mailDay(clockwork: Clockwork, at: Date): string | null {
  const { day, minute } = localTime(clockwork.zone, at)
  const begins = clockwork.quiet?.to ?? morning
  return minute >= begins * 60 && !isQuiet(clockwork, at) ? day : null
}
