import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** A host name resolved to an address inside a network instead of on the public internet. */
class BlockedAddressError extends Error {
  readonly code = 'BLOCKED_ADDRESS'
}

// The only public IPv6 block. ipaddr.js also calls `::127.0.0.1` (long deprecated) unicast.
const globalUnicast = ipaddr.parseCIDR('2000::/3')

/** True for a public address; an IPv4 address mapped into IPv6 is judged as IPv4. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const ip = ipaddr.process(address)
  return ip.range() === 'unicast' && (ip.kind() === 'ipv4' || ip.match(globalUnicast))
}

/**
 * A look-up for `net.connect` that fails unless every address found is public. The connection is made to the checked
 * address, so a name that changes its address after the check gains nothing.
 */
export const publicOnly =
  (lookup: LookupFunction = systemLookup): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, answer) => {
      if (error) return callback(error, [])
      const found = answer as LookupAddress[]
      const first = found[0]
      if (!first || !found.every(({ address }) => isPublicAddress(address)))
        return callback(new BlockedAddressError(`${hostname} does not lead to a public address`), [])
      if (options.all) return callback(null, found)
      return callback(null, first.address, first.family)
    })
