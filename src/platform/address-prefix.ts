import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The part of an address that one household or office shares: an IPv4 address, or the /64 of an IPv6 one. */
export function addressPrefix(address: string): string {
  // Nearly all are; reading them costs ten times as much.
  if (isIPv4(address)) return address
  const bare = withoutPort(address)
  if (!ipaddr.isValid(bare)) return 'unknown'
  const parsed = ipaddr.process(bare)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}

/** Some proxies tell the port as well: `192.0.2.1:1234`, `[2001:db8::1]:80`. */
const withoutPort = (address: string): string =>
  /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(address)?.[1] ?? address
