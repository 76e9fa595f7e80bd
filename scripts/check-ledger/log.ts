import { createHash, createPublicKey, verify } from 'node:crypto'
import type { Row } from './rows.ts'

// The log of all rows is a Merkle tree as in RFC 9162: a leaf is the SHA-256 of a zero byte and a row's hash, a node
// that of a byte of one and the two nodes below. A checkpoint is a signed note (https://c2sp.org/signed-note).

/** A checkpoint as it is signed; `key` is the public key that was named beside it, if one was. */
export type Checkpoint = {
  body: string
  origin: string
  size: number
  root: Buffer
  time: string
  previous: string | undefined
  signatures: { name: string; id: string; bytes: Buffer }[]
  key: string | undefined
}

/** What proves that the log of one size goes on from that of another. */
export type Step = { from: number; to: number; hashes: Buffer[] }

/** What an export says of the log: its newest checkpoint, which row is where in it, and steps from earlier ones. */
export type LedgerLog = {
  checkpoint: Checkpoint
  sequence: number
  position: number
  inclusion: Buffer[]
  steps: Step[]
}

export function readNote(found: unknown): Checkpoint {
  const { note, key } = Object(found)
  const end = String(note).indexOf('\n\n')
  const body = String(note).slice(0, end + 1)
  const [origin = '', size = '', root = '', ...others] = body.split('\n')
  if (end < 0 || !/^[1-9]\d*$/.test(size)) throw new Error('there is a checkpoint in it that is none')
  const after = (name: string) => others.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1)
  return {
    body,
    origin,
    size: Number(size),
    root: Buffer.from(root, 'base64'),
    time: after('time') ?? 'an unknown time',
    previous: after('previous'),
    signatures: [
      ...String(note)
        .slice(end)
        .matchAll(/^— (\S+) (\S+)$/gm),
    ].map(([, name = '', text = '']) => {
      const bytes = Buffer.from(text, 'base64')
      return { name, id: bytes.subarray(0, 4).toString('hex'), bytes: bytes.subarray(4) }
    }),
    key: key === undefined ? undefined : String(key),
  }
}

/** Whether one of these keys (`name+id+key`) has signed it; undefined where none of them is of its name and id. */
export function isSignedBy({ body, signatures }: Checkpoint, keys: Iterable<string>): boolean | undefined {
  let isSigned: boolean | undefined
  for (const key of keys) {
    const [, name, id, text = ''] = /^(.+)\+([0-9a-f]{8})\+([^+].*)$/.exec(key) ?? []
    const bytes = Buffer.from(text, 'base64')
    const ofKey = createHash('sha256').update(`${name}\n`).update(bytes).digest('hex').slice(0, 8)
    const signature = signatures.find((one) => one.name === name && one.id === id && one.id === ofKey)
    if (!signature || bytes.length !== 33 || bytes[0] !== 1) continue
    const x = bytes.subarray(1).toString('base64url')
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    isSigned = verify(null, Buffer.from(body), publicKey, signature.bytes)
    if (isSigned) return true
  }
  return isSigned
}

const sha256 = (...parts: Buffer[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest()
const nodeOf = (left: Buffer, right: Buffer) => sha256(Buffer.of(1), left, right)

/** RFC 9162, 2.1.3.2. */
export function isIncluded(row: Row, { checkpoint, position, inclusion }: LedgerLog): boolean {
  if (position >= checkpoint.size) return false
  let [node, last] = [position, checkpoint.size - 1]
  let hash = sha256(Buffer.of(0), Buffer.from(row.of('hash'), 'hex'))
  for (const sibling of inclusion) {
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      hash = nodeOf(sibling, hash)
      while (node % 2 === 0 && node > 0) [node, last] = [half(node), half(last)]
    } else hash = nodeOf(hash, sibling)
    node = half(node)
    last = half(last)
  }
  return last === 0 && hash.equals(checkpoint.root)
}

/** RFC 9162, 2.1.4.2: whether a log of this root goes on from an earlier one of that root. */
export function goesOn({ from, to, hashes }: Step, earlier: Buffer, later: Buffer): boolean {
  if (from === to) return hashes.length === 0 && earlier.equals(later)
  // The first log is a whole node of the second.
  const isWhole = Number.isInteger(Math.log2(from))
  const [first, ...others] = isWhole ? [earlier, ...hashes] : hashes
  if (!first || from > to) return false
  let [node, last] = [from - 1, to - 1]
  while (node % 2 === 1) [node, last] = [half(node), half(last)]
  let [before, now] = [first, first]
  for (const hash of others) {
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      before = nodeOf(hash, before)
      now = nodeOf(hash, now)
      while (node % 2 === 0 && node > 0) [node, last] = [half(node), half(last)]
    } else now = nodeOf(now, hash)
    node = half(node)
    last = half(last)
  }
  return last === 0 && before.equals(earlier) && now.equals(later)
}

const half = (number: number) => Math.floor(number / 2)

/** What a checkpoint that follows this one calls it. */
export const nameOf = ({ body }: Checkpoint): string => sha256(Buffer.from(body)).toString('base64')
