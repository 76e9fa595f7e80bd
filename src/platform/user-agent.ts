import Bowser from 'bowser'
import { dayMs } from '../shared/time.ts'

/** How long what a browser said it is is kept as it was said; then its device's name is. */
export const userAgentsStoredMs = 30 * dayMs

/** True for what upkeep leaves of a user agent; what browsers send has a slash. */
const isDeviceName = (userAgent: string) => !userAgent.includes('/') && userAgent.includes(' on ')

/** What is kept of a user agent after a while: its device's name, or nothing. */
export function cutUserAgent(userAgent: string): string | null {
  const name = deviceName(userAgent)
  return isDeviceName(name) ? name : null
}

const unknown = 'Unknown device'

/** What a person would call the device that sent this user agent, such as `Chrome on Android` or `Safari on iPhone`. */
export function deviceName(userAgent: string | null): string {
  if (!userAgent) return unknown
  if (isDeviceName(userAgent)) return userAgent
  const { browser, os, platform } = Bowser.parse(userAgent)
  const program = browser.name?.replace(/ for .*$/, '')
  const machine = platform.vendor === 'Apple' && platform.model ? platform.model : os.name
  return program && machine ? `${program} on ${machine}` : program || machine || unknown
}
