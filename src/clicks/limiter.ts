import { RateLimiterMemory } from 'rate-limiter-flexible'
import { addressPrefix } from '../platform/address-prefix.ts'

/** True when an address has sent more than its share. Each call counts. */
export type AddressLimiter = (address: string) => Promise<boolean>

/**
 * Limits clicks by address prefix alone, since a user agent is free to forge. 120 a minute is far above what the
 * people of a household, an office or a café do, and far below what makes a flood worth sending. Each process counts
 * for itself: a limit that is a little higher with more nodes is no harm, and asking a store would cost every click.
 */
export function createAddressLimiter(clicksPerMinute = 120): AddressLimiter {
  const limiter = new RateLimiterMemory({ points: clicksPerMinute, duration: 60 })
  return async (address) => {
    try {
      await limiter.consume(addressPrefix(address))
      return false
    } catch (refusal) {
      if (refusal instanceof Error) throw refusal
      return true
    }
  }
}
