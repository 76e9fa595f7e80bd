import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { addressPrefix, networkPrefix } from '../../platform/address-prefix.ts'
import { dayMs, hourMs, utcDay } from '../../shared/time.ts'
import type { ClickKind } from '../contract.ts'
import { repeatWindowMs } from '../rules.ts'

// A salt's last use is half an hour after its day, so even one read then leaves memory before its 48 hours are over.
const saltCacheMs = 23 * hourMs

/** A visitor without a name: hashes (in hexadecimal) that mean nothing once the day's salt is destroyed. */
type Visitor = {
  hash: string
  /** The hash of the day before, in the first half hour of a day: by it a repeat across midnight is known. */
  earlierHash: string | null
  /** A digest of their network alone, of 16 bytes: many visitors of one network are one source of evidence. */
  network: string
}

/**
 * Tells visitors apart by address prefix and user agent, and their networks; the address is neither stored nor returned. `fetchSalt` gives
 * the salt of a UTC day, the same on every node.
 */
export function createVisitors(fetchSalt: (day: string) => Promise<Buffer>) {
  const salts = new LRUCache<number, Promise<string>>({ max: 4, ttl: saltCacheMs, ttlAutopurge: true })

  function saltOf(day: number): Promise<string> {
    const known = salts.get(day)
    if (known) return known
    const salt = fetchSalt(utcDay(new Date(day * dayMs))).then((bytes) => bytes.toString('hex'))
    salts.set(day, salt)
    salt.catch(() => salts.delete(day))
    return salt
  }

  return async (address: string, userAgent: string | null, at: Date): Promise<Visitor> => {
    const identity = `${addressPrefix(address)}\0${userAgent ?? ''}`
    // One call costs a quarter of an HMAC, and this digest lets nobody extend a hash, which is what an HMAC is for.
    const hashBy = (salt: string) => hash('sha512-256', salt + identity, 'hex')
    const day = Math.floor(at.getTime() / dayMs)
    const salt = await saltOf(day)
    const isEarly = at.getTime() % dayMs < repeatWindowMs
    return {
      hash: hashBy(salt),
      earlierHash: isEarly ? hashBy(await saltOf(day - 1)) : null,
      // No address prefix begins like this, so no visitor has the digest of a network.
      network: hash('sha512-256', `${salt}network\0${networkPrefix(address)}`, 'hex').slice(0, 32),
    }
  }
}

/**
 * By what a repeat is known (decision: outcomes of clicks): the first 16 bytes of a digest of visitor (a hash in
 * hexadecimal), product and kind, in hexadecimal. Migration 0016 makes the same of visits from before it.
 */
export const visitKey = (visitor: string, productId: string, kind: ClickKind): string =>
  hash('sha256', `${visitor} ${productId.toLowerCase()} ${kind}`, 'hex').slice(0, 32)
