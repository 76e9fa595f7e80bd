import { createHash } from 'node:crypto'

// The log of the ledger is a Merkle tree as in RFC 9162, section 2.1:
// https://www.rfc-editor.org/rfc/rfc9162#section-2.1

/** A stored node: it covers `2 ** level` leaves from `place * 2 ** level` on; at level 0 a leaf. */
export type Node = { level: number; place: number }

/** A range of leaves that a proof combines into one hash. */
export type Range = { from: number; until: number }

const sha256 = (...parts: (Buffer | string)[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** The largest power of two below a number. */
function halfOf(size: number): number {
  let half = 1
  while (half * 2 < size) half *= 2
  return half
}

/** The proof that the leaf at `position` is among the first `size`, the lowest range first (RFC 9162, 2.1.3.1). */
export const inclusionRanges = (position: number, size: number): Range[] =>
  pathTo(position, { from: 0, until: size })

function pathTo(position: number, { from, until }: Range): Range[] {
  if (until - from <= 1) return []
  const middle = from + halfOf(until - from)
  return position < middle
    ? [...pathTo(position, { from, until: middle }), { from: middle, until }]
    : [...pathTo(position, { from: middle, until }), { from, until: middle }]
}

/** The proof that the first `size` leaves begin with the first `sizeBefore` (RFC 9162, 2.1.4.1). */
export const consistencyRanges = (sizeBefore: number, size: number): Range[] =>
  sizeBefore === 0 ? [] : partsOf(sizeBefore, { from: 0, until: size }, true)

function partsOf(end: number, { from, until }: Range, isWhole: boolean): Range[] {
  if (end === until) return isWhole ? [] : [{ from, until }]
  const middle = from + halfOf(until - from)
  return end <= middle
    ? [...partsOf(end, { from, until: middle }, isWhole), { from: middle, until }]
    : [...partsOf(end, { from: middle, until }, false), { from, until: middle }]
}

/** The stored nodes of a range, from left to right: at most as many as its length has binary digits. */
export function nodesOf({ from, until }: Range): Node[] {
  const nodes: Node[] = []
  for (let at = from; at < until; ) {
    let level = 0
    while (at + 2 ** (level + 1) <= until) level += 1
    nodes.push({ level, place: at / 2 ** level })
    at += 2 ** level
  }
  return nodes
}

/** The hash of a range from those of its nodes, from left to right. */
export const joined = (hashes: Buffer[]): Buffer =>
  hashes.reduceRight((right, left) => sha256('\x01', left, right))

/** The content of a checkpoint. */
export type Checkpoint = {
  /** The log's name, without a scheme, such as `folio.example/ledger`. */
  origin: string
  size: number
  root: Buffer
  at: Date
  /** The text of the checkpoint before it; null for the first. */
  before: string | null
}

/**
 * The signed text, as in C2SP's tlog-checkpoint (https://c2sp.org/tlog-checkpoint) with two more lines: its time, and
 * the hash of the text before it.
 */
export const checkpointBody = ({ origin, size, root, at, before }: Checkpoint): string =>
  [
    origin,
    size,
    root.toString('base64'),
    `time ${at.toISOString()}`,
    ...(before === null ? [] : [`previous ${sha256(before).toString('base64')}`]),
    '',
  ].join('\n')

/** The name of the log in a text: its first line. */
export const originOf = (body: string): string => body.slice(0, body.indexOf('\n'))

type Signed = { body: string; publicKey: Buffer; signature: Buffer }

const ed25519 = '\x01'
const keyId = (origin: string, publicKey: Buffer) => sha256(`${origin}\n`, ed25519, publicKey).subarray(0, 4)

/** The text and its signature as a signed note (https://c2sp.org/signed-note). */
export function noteOf({ body, publicKey, signature }: Signed): string {
  const origin = originOf(body)
  const signed = Buffer.concat([keyId(origin, publicKey), signature])
  return `${body}\n— ${origin} ${signed.toString('base64')}\n`
}

/** The public key in the form of signed notes: `name+id+key`. */
export function verifierKeyOf({ body, publicKey }: Omit<Signed, 'signature'>): string {
  const origin = originOf(body)
  const key = Buffer.concat([Buffer.from(ed25519), publicKey])
  return `${origin}+${keyId(origin, publicKey).toString('hex')}+${key.toString('base64')}`
}
