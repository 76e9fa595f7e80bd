import { randomInt } from 'node:crypto'
import { minuteMs } from '../../shared/time.ts'
import { addressPrefix } from '../address-prefix.ts'

/** True when an address has sent more than its limit in this clock minute. Each call counts as one. */
export type AddressCounter = (address: string, at: Date) => boolean | Promise<boolean>

/**
 * How many a minute an address may send: clicks that count, recorded fetches of a product's page by programs, and
 * searches without sign-in (enough for a company whose people search now and then).
 */
export const addressLimits = { clicks: 120, fetches: 30, searches: 240 }

export type LimitName = keyof typeof addressLimits

const counters = 2 ** 20

/**
 * Limits clicks by address prefix alone, since a user agent is easy to forge. 120 in a clock minute (255 is the
 * maximum) is far above what a household, a company or a café sends, and far below a useful flood. Workers of one
 * parent count together (decision 91), nodes separately: a shared store would slow every click. A prefix is counted by
 * its hash, in one of a million bytes, so memory stays the same however many addresses come. Two prefixes share a byte
 * once in a million; `seed` differs in each process, so nobody can choose which.
 */
export function createAddressCounter({
  perMinute = addressLimits.clicks,
  seed = randomInt(2 ** 32),
} = {}): (address: string, at: Date) => boolean {
  let counts = new Uint8Array(counters)
  let minute = Number.NaN
  return (address, at) => {
    const now = Math.floor(at.getTime() / minuteMs)
    if (now !== minute) {
      minute = now
      // Fresh arrays, since only the pages of memory that are written to take memory.
      counts = new Uint8Array(counters)
    }
    const slot = hashOf(addressPrefix(address), seed) % counters
    const count = counts[slot] ?? 0
    if (count >= perMinute) return true
    counts[slot] = count + 1
    return false
  }
}

/** FNV-1a with a seed as its start. The upper bits are better mixed, so they are folded into the lower ones. */
function hashOf(text: string, seed: number): number {
  let hash = seed
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}
