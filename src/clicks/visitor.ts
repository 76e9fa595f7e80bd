import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { addressPrefix } from '../platform/address-prefix.ts'
import { repeatWindowMs, utcDay } from './rules.ts'

const dayMs = 24 * 60 * 60 * 1000
// A salt's last use is half an hour after its day, so even one read then leaves memory before its 48 hours are over.
const saltCacheMs = 23 * 60 * 60 * 1000

/** A visitor without a name: hashes (in hexadecimal) that mean nothing once the day's salt is destroyed. */
export type Visitor = {
  hash: string
  /** The hash of the day before, in the first half hour of a day: by it a repeat across midnight is known. */
  earlierHash: string | null
}

/**
 * Tells visitors apart by address prefix and user agent; the address is neither stored nor returned. `fetchSalt` gives
 * the salt of a UTC day, the same on every node.
 */
export function createVisitors(fetchSalt: (day: string) => Promise<Buffer>) {
  const salts = new LRUCache<string, Promise<KeyObject>>({ max: 4, ttl: saltCacheMs, ttlAutopurge: true })

  function saltOf(day: string): Promise<KeyObject> {
    const known = salts.get(day)
    if (known) return known
    // As a key object: hashing with a bare buffer takes five times as long.
    const salt = fetchSalt(day).then((bytes) => createSecretKey(bytes))
    salts.set(day, salt)
    salt.catch(() => salts.delete(day))
    return salt
  }

  return async (address: string, userAgent: string | null, at: Date): Promise<Visitor> => {
    const identity = `${addressPrefix(address)}\0${userAgent ?? ''}`
    const hashOn = async (day: Date) =>
      createHmac('sha256', await saltOf(utcDay(day)))
        .update(identity)
        .digest('hex')
    const sinceMidnight = at.getTime() % dayMs
    return {
      hash: await hashOn(at),
      earlierHash: sinceMidnight < repeatWindowMs ? await hashOn(new Date(at.getTime() - dayMs)) : null,
    }
  }
}
