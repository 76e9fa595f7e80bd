import { writeFile } from 'node:fs/promises'
import ipaddr from 'ipaddr.js'

/** Networks by their country, as `{ '192.0.2.0/24': 'ES', '2001:db8::/32': 'DE' }`; null is a record without one. */
type Networks = Record<string, string | null>

type Tree = { zero: Branch; one: Branch }
/** A further bit to test, a country, or nothing known. */
type Branch = Tree | { country: string | null } | undefined

/** Where a database in MaxMind's format has IPv4 networks: below 96 zero bits. */
const bitsBeforeIPv4 = 96

/** Writes a database of countries in MaxMind's format (version 2.0, records of 24 bits) to `file`. */
export async function writeCountryDatabase(
  file: string,
  networks: Networks,
  type = 'Test-Country',
): Promise<void> {
  await writeFile(file, countryDatabase(networks, type))
}

/** See maxmind.github.io/MaxMind-DB: search tree, sixteen zero bytes, data, marker, metadata. */
function countryDatabase(networks: Networks, type: string): Buffer {
  const root: Tree = { zero: undefined, one: undefined }
  for (const [network, country] of Object.entries(networks)) plant(root, bitsOf(network), { country })
  const trees = listed(root)
  const data: Buffer[] = []
  const pointerTo = (branch: Branch): number => {
    if (!branch) return trees.length
    if ('zero' in branch) return trees.indexOf(branch)
    const offset = Buffer.concat(data).length
    data.push(encode(branch.country ? { country: { iso_code: branch.country } } : {}))
    return trees.length + 16 + offset
  }
  const nodes = trees.flatMap(({ zero, one }) => [pointerTo(zero), pointerTo(one)])
  return Buffer.concat([
    ...nodes.map((pointer) => bytesOf(pointer, 3)),
    Buffer.alloc(16),
    ...data,
    Buffer.from('abcdef4d61784d696e642e636f6d', 'hex'),
    encode({
      binary_format_major_version: 2,
      binary_format_minor_version: 0,
      build_epoch: 1_767_225_600,
      database_type: type,
      ip_version: 6,
      node_count: trees.length,
      record_size: 24,
    }),
  ])
}

function bitsOf(network: string): string {
  const [address, length] = ipaddr.parseCIDR(network)
  const bits = address.toByteArray().map((byte) => byte.toString(2).padStart(8, '0'))
  const isIPv4 = address.kind() === 'ipv4'
  return (isIPv4 ? '0'.repeat(bitsBeforeIPv4) : '') + bits.join('').slice(0, length)
}

function plant(root: Tree, bits: string, leaf: Branch): void {
  let tree = root
  for (const bit of bits.slice(0, -1)) {
    const side = bit === '0' ? 'zero' : 'one'
    const next = tree[side]
    const deeper = next && 'zero' in next ? next : { zero: undefined, one: undefined }
    tree[side] = deeper
    tree = deeper
  }
  tree[bits.endsWith('0') ? 'zero' : 'one'] = leaf
}

const listed = (tree: Tree): Tree[] => [
  tree,
  ...[tree.zero, tree.one].flatMap((branch) => (branch && 'zero' in branch ? listed(branch) : [])),
]

type Value = string | number | { [key: string]: Value }

/** Control byte (kind and size), then the value; all sizes here are below 29. */
function encode(value: Value): Buffer {
  if (typeof value === 'number') return Buffer.concat([Buffer.of((6 << 5) | 4), bytesOf(value, 4)])
  if (typeof value === 'string')
    return Buffer.concat([Buffer.of((2 << 5) | value.length), Buffer.from(value)])
  const entries = Object.entries(value)
  return Buffer.concat([
    Buffer.of((7 << 5) | entries.length),
    ...entries.flatMap(([key, inner]) => [encode(key), encode(inner)]),
  ])
}

function bytesOf(value: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  bytes.writeUIntBE(value, 0, length)
  return bytes
}
