import Bowser from 'bowser'
import { dayMs } from '../shared/time.ts'

/** How long a user agent is stored as it was sent; afterwards only its device's name. */
export const userAgentsStoredMs = 30 * dayMs

/** True for a user agent that maintenance has shortened; those of browsers have a slash. */
const isDeviceName = (userAgent: string) => !userAgent.includes('/') && userAgent.includes(' on ')

/** The part of a user agent that stays after that time: its device's name, or null. */
export function cutUserAgent(userAgent: string): string | null {
  const name = deviceName(userAgent)
  return isDeviceName(name) ? name : null
}

const unknown = 'Unknown device'

/**
 * The name of the device that sent this user agent, as people would say it, such as `Chrome on Android` or `Safari on
 * iPhone`.
 */
export function deviceName(userAgent: string | null): string {
  if (!userAgent) return unknown
  if (isDeviceName(userAgent)) return userAgent
  const { browser, os, platform } = Bowser.parse(userAgent)
  const program = browser.name?.replace(/ for .*$/, '')
  const machine = platform.vendor === 'Apple' && platform.model ? platform.model : os.name
  return program && machine ? `${program} on ${machine}` : program || machine || unknown
}
