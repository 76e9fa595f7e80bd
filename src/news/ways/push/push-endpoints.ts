/** The push services of the browsers, by host; one that begins with a dot stands for all hosts below it. */
const services = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
] as const

/**
 * Whether messages may be sent to an address that a browser gave: https at the usual port of a known push service. Any
 * other address could be one that only the server reaches.
 */
export function isPushEndpoint(endpoint: string): boolean {
  const url = URL.parse(endpoint)
  if (url?.protocol !== 'https:' || url.username || url.password || url.port || url.hash) return false
  return services.some((service) =>
    service.startsWith('.') ? url.hostname.endsWith(service) : url.hostname === service,
  )
}
