import { LRUCache } from 'lru-cache'
import { addressPrefix } from '../platform/address-prefix.ts'
import { holding } from '../platform/memory/lru.ts'
import { rateLimited } from '../shared/limit.ts'
import { minuteMs } from '../shared/time.ts'

/**
 * How many missing pages an address may ask for in a minute: enough for a search engine with old links, not for a
 * scanner.
 */
const perMinute = 120
const limit = { points: perMinute, seconds: 60, of: 'pages that are not there' }

/** How many addresses are remembered; the oldest are forgotten. */
const maxAddresses = 10_000

export type MissingPages = ReturnType<typeof createMissingPages>

/**
 * Limits how many missing pages are rendered for an address prefix, since they are not cached. Every render counts
 * until its page is known to exist, so that no burst passes.
 */
export function createMissingPages() {
  const asked = new LRUCache<string, number>({ ...holding(maxAddresses), ttl: minuteMs, noUpdateTTL: true })
  const add = (prefix: string, more: number) => asked.set(prefix, (asked.get(prefix) ?? 0) + more)
  return {
    /**
     * Counts a page that is about to be rendered, and returns a function to call once the page is known to exist.
     * Throws `rate_limited` if too many did not.
     */
    begin(address: string): () => void {
      const prefix = addressPrefix(address)
      if ((asked.get(prefix) ?? 0) >= perMinute)
        throw rateLimited(limit, Math.max(1, Math.ceil(asked.getRemainingTTL(prefix) / 1_000)))
      add(prefix, 1)
      return () => void add(prefix, -1)
    },
  }
}
