import { isTimeZone } from '../../shared/time-zone.ts'

/** How the viewer's browser tells the time: its zone as an IANA name, and whether by the 12-hour clock. */
export type ViewerClock = { timeZone: string; hour12: boolean }

let checked = { timeZone: 'UTC', isUsable: true }

/**
 * The only place that asks the browser for its zone. Some answer with one that they refuse to format by themselves,
 * such as 'Etc/Unknown', or with none: then it is UTC, so that no date text throws.
 */
export function viewerClock(): ViewerClock {
  const { timeZone, hour12 = false } = browserClock()
  if (timeZone !== checked.timeZone) checked = { timeZone, isUsable: isTimeZone(timeZone) }
  return { timeZone: checked.isUsable ? timeZone : 'UTC', hour12 }
}

/** The viewer's time zone as an IANA name. */
export const viewerZone = (): string => viewerClock().timeZone

function browserClock(): Partial<ViewerClock> & { timeZone: string } {
  try {
    const { timeZone, hour12 } = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions()
    return { timeZone: String(timeZone), ...(hour12 !== undefined && { hour12 }) }
  } catch {
    return { timeZone: 'UTC' }
  }
}
