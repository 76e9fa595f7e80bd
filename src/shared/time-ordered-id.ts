/**
 * A UUID that sorts by when it was made (version 7, RFC 9562), so that new ones are next to each other in an index.
 * `at` is in milliseconds since 1970. `crypto.randomUUID` is missing on plain http addresses of the local network, this
 * is not.
 */
export function timeOrderedId(at = Date.now()): string {
  const random = crypto.getRandomValues(new Uint8Array(10))
  random[0] = ((random[0] ?? 0) & 0x0f) | 0x70
  random[2] = ((random[2] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${at.toString(16).padStart(12, '0')}${hex}`.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
