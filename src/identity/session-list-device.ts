import Bowser from 'bowser'

const unknown = 'Unknown device'

/** What a person would call the device that sent this user agent, such as `Chrome on Android` or `Safari on iPhone`. */
export function deviceName(userAgent: string | null): string {
  if (!userAgent) return unknown
  const { browser, os, platform } = Bowser.parse(userAgent)
  const program = browser.name?.replace(/ for .*$/, '')
  const machine = platform.vendor === 'Apple' && platform.model ? platform.model : os.name
  return program && machine ? `${program} on ${machine}` : program || machine || unknown
}
