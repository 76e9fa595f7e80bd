import { addDays, utcDay } from '../../shared/time.ts'

/** Days that are looked at. */
export const flaggedDays = 7
/** The first of them, in UTC. */
export const flaggedFrom = (now: Date): string => addDays(utcDay(now), -flaggedDays)
/** With fewer clicks of a day nothing can be told. */
export const fewestClicks = 20
/** As many products as an admin is shown. */
export const mostFlags = 100
