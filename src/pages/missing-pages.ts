import { LRUCache } from 'lru-cache'
import { addressPrefix } from '../platform/address-prefix.ts'
import { rateLimited } from '../shared/errors.ts'
import { minuteMs } from '../shared/time.ts'

/** What an address may ask for in a minute that is not there: a search engine that follows old links, and no scanner. */
const perMinute = 120

/** So many addresses are remembered; the oldest are forgotten. */
const mostAddresses = 10_000

/**
 * Bounds how many pages that are not there are rendered for an address prefix, since nobody keeps them. What is rendered
 * counts until it is known to be there, so that no burst gets by.
 */
export function createMissingPages() {
  const asked = new LRUCache<string, number>({ max: mostAddresses, ttl: minuteMs, noUpdateTTL: true })
  const add = (prefix: string, more: number) => asked.set(prefix, (asked.get(prefix) ?? 0) + more)
  return {
    /**
     * Counts a page that is about to be rendered, and returns what is to be told once it is known to be there. Throws
     * `rate_limited` where too many were not.
     */
    begin(address: string): () => void {
      const prefix = addressPrefix(address)
      if ((asked.get(prefix) ?? 0) >= perMinute)
        throw rateLimited(Math.max(1, Math.ceil(asked.getRemainingTTL(prefix) / 1_000)))
      add(prefix, 1)
      return () => void add(prefix, -1)
    },
  }
}
