import { isTimeZone } from '../../shared/dates/time-zone.ts'

/** How the viewer's browser tells the time: its zone as an IANA name, and whether by the 12-hour clock. */
export type ViewerClock = { timeZone: string; hour12: boolean }

/**
 * The only place that asks the browser for its zone. Some answer with one that they refuse to format by themselves,
 * such as 'Etc/Unknown', with none, or throw: then it is UTC, so that no date text throws.
 */
export function viewerClock(): ViewerClock {
  try {
    const { timeZone, hour12 = false } = new Intl.DateTimeFormat(undefined, {
      hour: 'numeric',
    }).resolvedOptions()
    return { timeZone: isTimeZone(`${timeZone}`) ? timeZone : 'UTC', hour12 }
  } catch {
    return { timeZone: 'UTC', hour12: false }
  }
}

/** The viewer's time zone as an IANA name. */
export const viewerZone = (): string => viewerClock().timeZone
