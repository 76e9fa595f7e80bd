import { randomInt } from 'node:crypto'
import { addressPrefix } from '../../platform/address-prefix.ts'
import { minuteMs } from '../../shared/time.ts'

/** True when an address has sent more than its share of this minute. Each call counts. */
export type AddressLimiter = (address: string, at: Date) => boolean

const counters = 2 ** 20

/**
 * Limits clicks by address prefix alone, since a user agent is free to forge. 120 in a minute of the clock (255 is the
 * most that can be asked for) is far above what the people of a household, an office or a café do, and far below what
 * makes a flood worth sending. Each process counts for itself: a limit that is a little higher with more nodes is no
 * harm, and asking a store would cost every click.
 *
 * A prefix is counted by its hash, in one of a million bytes, so that no flood takes more memory or gets past by coming
 * from more addresses than are remembered. Two prefixes share a byte once in a million, and which ones do nobody can
 * choose: `seed` is another in each process.
 */
export function createAddressLimiter({ perMinute = 120, seed = randomInt(2 ** 32) } = {}): AddressLimiter {
  const counts = new Uint8Array(counters)
  let minute = Number.NaN
  return (address, at) => {
    const now = Math.floor(at.getTime() / minuteMs)
    if (now !== minute) {
      minute = now
      counts.fill(0)
    }
    const place = hashOf(addressPrefix(address), seed) % counters
    const count = counts[place] ?? 0
    if (count >= perMinute) return true
    counts[place] = count + 1
    return false
  }
}

/** FNV-1a with a start of one's own; its upper bits, the better mixed ones, are folded into the lower. */
function hashOf(text: string, seed: number): number {
  let hash = seed
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}
