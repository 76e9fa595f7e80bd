import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The part of an address that one household or company shares: an IPv4 address, or the /64 of an IPv6 one. */
export function addressPrefix(address: string): string {
  // Nearly all addresses are IPv4; parsing costs ten times as much.
  return isIPv4(address) ? address : prefixOf(address, 4)
}

/** The network that one operator assigns at a time: the /24 of an IPv4 address, or the /48 of an IPv6 one. */
export function networkPrefix(address: string): string {
  const prefix = isIPv4(address) ? address : prefixOf(address, 3)
  return isIPv4(prefix) ? `${prefix.slice(0, prefix.lastIndexOf('.'))}.0/24` : prefix
}

/** The /48 of an IPv6 address; null for any other. */
export function wideNetwork(address: string): string | null {
  if (isIPv4(address)) return null
  const network = prefixOf(address, 3)
  return network.endsWith('/48') ? network : null
}

function prefixOf(address: string, groups: number): string {
  const bare = withoutPort(address)
  if (!ipaddr.isValid(bare)) return 'unknown'
  const parsed = ipaddr.process(bare)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  return `${parsed.parts
    .slice(0, groups)
    .map((part) => part.toString(16))
    .join(':')}::/${groups * 16}`
}

/** Some proxies add the port: `192.0.2.1:1234`, `[2001:db8::1]:80`. */
const withoutPort = (address: string): string =>
  /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(address)?.[1] ?? address
