export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** The date in UTC, as `2026-11-21`. */
export const utcDay = (at: Date | number): string => new Date(at).toISOString().slice(0, 10)

/** A date some days later, or earlier. */
export const addDays = (day: string, days: number): string => utcDay(Date.parse(day) + days * dayMs)
