import { dateText } from '../../shared/dates/date-format.ts'
import type { ApiError } from '../api/client.ts'
import { viewerZone } from './viewer-zone.ts'

/**
 * The server's words about a reached limit, with the viewer's hour instead of the wait: 'You have posted 60 products
 * within an hour. You can post again at 14:20.'
 */
export function limitText({ message, details, retryAfter }: ApiError, now = new Date()): string {
  const { reason, again }: { reason?: unknown; again?: unknown } = details
  if (typeof reason !== 'string' || typeof again !== 'string' || retryAfter === undefined) return message
  // An hour would not say of which day it is.
  if (retryAfter > 24 * 60 * 60) return message
  // Rounded up to the next minute: at the time shown it must work.
  const at = new Date(Math.ceil((now.getTime() + retryAfter * 1000) / 60_000) * 60_000)
  const timeZone = viewerZone()
  const hour = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit', timeZone }).format(at)
  const dayOf = (moment: Date) => dateText(moment, { dateStyle: 'short', timeZone })
  return `${reason} ${again} ${dayOf(at) === dayOf(now) ? '' : 'tomorrow '}at ${hour}.`
}
