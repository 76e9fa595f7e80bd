import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSigned, signWith } from '../../platform/secrets/ed25519.ts'
import {
  checkpointBody,
  consistencyRanges,
  inclusionRanges,
  joined,
  nodesOf,
  noteOf,
  verifierKeyOf,
} from './rules.ts'

const sha256 = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
const leafHash = (data: Buffer) => sha256(Buffer.from([0]), data)
const nodeHash = (left: Buffer, right: Buffer) => sha256(Buffer.from([1]), left, right)

/** The root as RFC 9162 defines it (2.1.1), over leaves' hashes. */
function rootOf(leaves: Buffer[]): Buffer {
  if (leaves.length === 1) return leaves[0] as Buffer
  let half = 1
  while (half * 2 < leaves.length) half *= 2
  return nodeHash(rootOf(leaves.slice(0, half)), rootOf(leaves.slice(half)))
}

type Ranges = ReturnType<typeof inclusionRanges>

/** The hashes of ranges by the nodes they consist of. */
const hashesOf = (ranges: Ranges, leaves: Buffer[]) =>
  ranges.map((range) =>
    joined(
      nodesOf(range).map(({ level, place }) =>
        rootOf(leaves.slice(place * 2 ** level, (place + 1) * 2 ** level)),
      ),
    ),
  )

/** Eight leaves of Certificate Transparency's own tests. */
const leaves = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map((hex) => leafHash(Buffer.from(hex, 'hex')))
const rootOfAll = '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328'

describe('The log’s tree (RFC 9162)', () => {
  it('has the roots of Certificate Transparency’s tests', () => {
    const root = (size: number) => joined(hashesOf([{ from: 0, until: size }], leaves)).toString('hex')
    expect(root(1)).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d')
    expect(root(2)).toBe('fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125')
    expect(root(8)).toBe(rootOfAll)
  })

  it('proves that a leaf is in it, and that it goes on from an earlier one, as in these tests', () => {
    const hexes = (ranges: Ranges) => hashesOf(ranges, leaves).map((hash) => hash.toString('hex'))
    expect(hexes(inclusionRanges(0, 8))).toEqual([
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ])
    expect(hexes(consistencyRanges(6, 8))).toEqual([
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ])
    expect(consistencyRanges(8, 8)).toEqual([])
  })

  it('proves it for every leaf and size, reading no more nodes than twice the height', () => {
    const sizes = fc
      .integer({ min: 1, max: 200 })
      .chain((size) => fc.tuple(fc.constant(size), fc.integer({ min: 0, max: size - 1 })))
    fc.assert(
      fc.property(sizes, ([size, position]) => {
        const all = Array.from({ length: size }, (_, n) => leafHash(Buffer.from([n])))
        const ranges = inclusionRanges(position, size)
        let hash = all[position] as Buffer
        for (const [n, sibling] of hashesOf(ranges, all).entries())
          hash = (ranges[n]?.from ?? 0) > position ? nodeHash(hash, sibling) : nodeHash(sibling, hash)
        expect(hash).toEqual(rootOf(all))
        const height = Math.ceil(Math.log2(size))
        expect(ranges.flatMap(nodesOf).length).toBeLessThanOrEqual(2 * height)
        const parts = consistencyRanges(position, size)
        expect(parts.flatMap(nodesOf).length).toBeLessThanOrEqual(2 * height + 1)
      }),
    )
  })
})

describe('A checkpoint’s text', () => {
  const root = Buffer.from(rootOfAll, 'hex')
  const first = { origin: 'folio.example/ledger', size: 8, root, at: new Date(0), before: null }
  const body = checkpointBody(first)

  it('names the log, its size and root, its time, and the text before it', () => {
    expect(body).toBe(
      'folio.example/ledger\n8\nXcnaeacGWamtVZy3Ad7ZoqudgjqtL0lgz+Nw7/RgQyg=\ntime 1970-01-01T00:00:00.000Z\n',
    )
    expect(checkpointBody({ ...first, size: 9, before: body })).toMatch(
      new RegExp(`\\nprevious ${sha256(Buffer.from(body)).toString('base64').replace('+', '\\+')}\\n$`),
    )
  })

  it('is signed as a signed note, which another text, key or signature is not', () => {
    const { publicKey, signature } = signWith(Buffer.alloc(32, 7), body)
    const signed = { body, publicKey, signature }
    expect(isSigned(signed)).toBe(true)
    expect(isSigned({ ...signed, body: body.replace('8', '9') })).toBe(false)
    expect(isSigned({ ...signed, publicKey: signWith(Buffer.alloc(32, 8), body).publicKey })).toBe(false)
    const [, id = ''] = verifierKeyOf(signed).split('+')
    const [text, line = ''] = noteOf(signed).split('\n\n')
    expect(`${text}\n`).toBe(body)
    const [dash, name, bytes = ''] = line.trimEnd().split(' ')
    expect([dash, name]).toEqual(['—', 'folio.example/ledger'])
    expect(Buffer.from(bytes, 'base64')).toEqual(Buffer.concat([Buffer.from(id, 'hex'), signature]))
  })
})
