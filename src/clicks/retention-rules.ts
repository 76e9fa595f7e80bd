const dayMs = 24 * 60 * 60_000
/** Thirteen months, the longest there are: a chart of twelve begins within them wherever the viewer is. */
const quartersKeptDays = 397

/** From when on roll-ups of a quarter of an hour are kept: a UTC midnight, so that a day has all of its own or none. */
export const quartersKeptFrom = (now: Date): Date =>
  new Date(Math.floor(now.getTime() / dayMs - quartersKeptDays) * dayMs)

/** From when on raw clicks are kept: the beginning (UTC) of the month that was `retentionDays` ago. */
export function rawClicksKeptFrom(now: Date, retentionDays: number): Date {
  const day = new Date(now.getTime() - retentionDays * dayMs)
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth()))
}
