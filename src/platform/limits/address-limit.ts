import type pg from 'pg'
import type { Limit } from '../../shared/limit.ts'
import { addressPrefix, wideNetwork } from '../address-prefix.ts'
import { createRateLimiter } from './rate-limit.ts'

/** Counts calls by address. */
export type AddressLimiter = {
  /** Counts a call from an address. Throws `rate_limited` beyond the limit. */
  take(address: string): Promise<void>
}

// One customer is often given a whole /48, which has 65,536 times what a household uses.
const wideFactor = 10

/**
 * A limit by the part of an address that one household shares, and for the /48 of IPv6 addresses one ten times as
 * large. `keyOf` makes the stored key of that part. Not for reading and clicks, where many people of a network come at
 * once.
 */
export function createAddressLimiter(
  pool: pg.Pool,
  limit: Limit & { name: string },
  keyOf: (prefix: string) => string,
): AddressLimiter {
  const here = createRateLimiter(pool, limit)
  const wide = createRateLimiter(pool, {
    ...limit,
    name: `${limit.name}_wide`,
    points: limit.points * wideFactor,
  })
  return {
    async take(address) {
      // In this order, so that a call refused here takes nothing from the neighbours.
      await here.take(keyOf(addressPrefix(address)))
      const network = wideNetwork(address)
      if (network) await wide.take(keyOf(network))
    },
  }
}
