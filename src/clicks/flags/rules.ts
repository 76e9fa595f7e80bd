import { addDays, utcDay } from '../../shared/time.ts'

/** How many days are checked. */
export const flaggedDays = 7
/** The first of them, in UTC. */
export const flaggedFrom = (now: Date): string => addDays(utcDay(now), -flaggedDays)
/** A day with fewer clicks is not judged. */
export const minClicks = 20
/** The most products that an admin is shown. */
export const maxFlags = 100
