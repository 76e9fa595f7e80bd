import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { addressPrefix, networkPrefix } from '../../platform/address-prefix.ts'
import { dayMs, hourMs, utcDay } from '../../shared/time.ts'
import type { ClickKind } from '../contract.ts'
import { visitWindowMs } from '../rules.ts'

// A salt is last used half an hour after its day, so that it leaves memory before its 48 hours are over.
const saltCacheMs = 23 * hourMs

/** The keys by which repeats and the limit of an address are found: 16 hexadecimal digits each. */
export type Visit = {
  /** A digest of address prefix, product and kind. Few visitors of one such value count at a time. */
  place: string
  /** Distinguishes the visitors of one `place`. */
  mark: string
}

/** A visitor as digests in hexadecimal, which mean nothing once the day's salt is destroyed. */
type Visitor = {
  hash: string
  /** A digest of the network alone, of 16 bytes: many visitors of one network are one source of evidence. */
  network: string
  visit: Visit
  /** `visit` by the salt of the day before, in the first half hour of a day, to recognise a repeat across midnight. */
  earlierVisit: Visit | null
}

type Request = { address: string; userAgent: string | null; productId: string; kind: ClickKind }

/**
 * Makes the digests of visitors, by address prefix and user agent, and of their networks. The address is neither stored
 * nor returned. `fetchSalt` returns the salt of a UTC day, the same on every node.
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

  return async ({ address, userAgent, productId, kind }: Request, at: Date): Promise<Visitor> => {
    const prefix = addressPrefix(address)
    const identity = `${prefix}\0${userAgent ?? ''}`
    // No address prefix begins with these words, so no visitor has the digest of a network or a place.
    const network = `network\0${networkPrefix(address)}`
    const place = `place\0${prefix}\0${productId.toLowerCase()}\0${kind}`
    const visitBy = (salt: string, visitor: string): Visit => ({
      place: digest(salt + place).slice(0, 16),
      mark: visitor.slice(0, 16),
    })
    const day = Math.floor(at.getTime() / dayMs)
    const salt = await saltOf(day)
    const visitor = digest(salt + identity)
    const isEarly = at.getTime() % dayMs < visitWindowMs
    const earlierSalt = isEarly ? await saltOf(day - 1) : undefined
    return {
      hash: visitor,
      network: digest(salt + network).slice(0, 32),
      visit: visitBy(salt, visitor),
      earlierVisit: earlierSalt ? visitBy(earlierSalt, digest(earlierSalt + identity)) : null,
    }
  }
}

/** Costs a quarter of an HMAC. SHA-512/256 allows no length extension, so an HMAC is not needed. */
const digest = (text: string): string => hash('sha512-256', text, 'hex')
