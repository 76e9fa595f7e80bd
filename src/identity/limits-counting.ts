import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { addressPrefix } from '../platform/address-prefix.ts'
import { createRateLimiter, type RateLimiter } from '../platform/rate-limit.ts'
import type { Device } from './device.ts'

/** Where a call came from. */
export type Place = Pick<Device, 'address'>

export type Counting = ReturnType<typeof createCounting>

/** How limits of identity count: by keys made with `secret`, so that the table tells nobody who tried. */
export function createCounting(pool: pg.Pool, secret: Buffer) {
  const keyOf = (...parts: string[]) =>
    createHmac('sha256', secret).update(parts.join('\0')).digest('base64url')
  // What a household or an office shares.
  const prefixOf = ({ address }: Place) => (address ? addressPrefix(address) : '')

  return {
    limit: (name: string, points: number, seconds: number): RateLimiter =>
      createRateLimiter(pool, { name, points, seconds }),

    keyOf,

    /** The key of an account at a place; calls from within the program are a place of their own. */
    keyHere: (account: string, from: Place) => keyOf(account, prefixOf(from)),

    /** Counts a call by its address alone; one from within the program has none and is not counted. */
    async takeHere(limiter: RateLimiter, from: Place): Promise<void> {
      if (from.address) await limiter.take(keyOf(prefixOf(from)))
    },
  }
}
