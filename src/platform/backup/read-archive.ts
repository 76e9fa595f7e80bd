import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdDecompress } from 'node:zlib'
import type { z } from 'zod'
import { OperatorError } from '../operator-error.ts'
import {
  type CalledJob,
  type EntryKind,
  formatVersion,
  type Head,
  kindOf,
  maxBytes,
  maxPlainBytes,
  type PicturesList,
  type Signature,
  type Sum,
  type Sums,
  schemas,
} from './archive-format.ts'
import { areSigned } from './signing.ts'
import { readTar, type TarEntry, TarError } from './tar.ts'

/** An archive that was read to its end once, with the checksums that its signature covers. */
export type Inspected = {
  head: Head
  sums: Sums
  /** The key that it was signed with, as operators write it; null if its version did not sign. */
  signedBy: string | null
}

/** The entries of an archive besides its head and sums, in their order. */
export type Entry =
  | { kind: 'rows'; table: string; lines: AsyncIterable<Buffer> }
  | { kind: 'key'; file: string; bytes: Buffer }
  | { kind: 'jobs'; jobs: CalledJob[] }
  | { kind: 'picture'; name: string; bytes: Buffer }
  | { kind: 'pictures beside'; pictures: PicturesList }

/**
 * Reads an archive from beginning to end without using anything of it: checks that each entry is valid and has its
 * checksum, and that the checksums match the signature. Throws OperatorError if it is no archive, was made by a newer
 * version, is damaged, was changed, or ends too early.
 */
export async function inspectArchive(source: Readable): Promise<Inspected> {
  const seen = new Map<string, Sum>()
  let head: Head | undefined
  let sums: { read: Sums; bytes: Buffer } | undefined
  let signature: Signature | undefined
  for await (const { name, is, size, body } of entriesOf(source)) {
    if (signature || (sums && is.kind !== 'signature')) throw damaged(name)
    const isJson = is.kind === 'head' || is.kind === 'sums' || is.kind === 'signature'
    const read = await summed(body, isJson)
    if (is.kind === 'head') head = parse('head', name, read.bytes)
    else if (is.kind === 'sums') sums = { read: parse('sums', name, read.bytes), bytes: read.bytes }
    else if (is.kind === 'signature') signature = parse('signature', name, read.bytes)
    if (!sums) seen.set(name, { bytes: size, sha256: read.sha256 })
  }
  if (!head || !sums) throw incomplete()
  refuseOthers(sums.read.entries, seen)
  if (head.format < formatVersion && !signature) return { head, sums: sums.read, signedBy: null }
  if (!signature) throw incomplete()
  if (head.format < formatVersion || !areSigned(sums.bytes, signature))
    throw new OperatorError('This archive was changed after it was signed. Take another one.')
  return { head, sums: sums.read, signedBy: signature.key }
}

/**
 * Reads an inspected archive again, an entry at a time, for use. Each is compared with its checksum, so whoever reads
 * it to the end has read the inspected one, even if the file has changed meanwhile. Throws OperatorError otherwise.
 */
export async function* readArchive(source: Readable, { sums }: Inspected): AsyncGenerator<Entry> {
  const left = new Map(Object.entries(sums.entries))
  for await (const { name, is, size, body } of entriesOf(source)) {
    if (is.kind === 'sums' || is.kind === 'signature') continue
    const sum = left.get(name)
    left.delete(name)
    if (sum?.bytes !== size) throw damaged(name)
    if (is.kind === 'rows') {
      yield { kind: 'rows', table: is.table, lines: plainOf(checked(body, name, sum), name) }
      continue
    }
    const { bytes, sha256 } = await summed(body, true)
    if (sha256 !== sum.sha256) throw damaged(name)
    if (is.kind === 'key') yield { kind: 'key', file: is.file, bytes }
    else if (is.kind === 'picture') yield { kind: 'picture', name: is.name, bytes }
    else if (is.kind === 'jobs') yield { kind: 'jobs', jobs: parse('jobs', name, bytes) }
    else if (is.kind === 'pictures beside')
      yield { kind: 'pictures beside', pictures: parse('pictures beside', name, bytes) }
  }
  const [missing] = left.keys()
  if (missing !== undefined) throw damaged(missing)
}

type NamedEntry = TarEntry & { is: EntryKind }

/** The entries, none larger than its kind allows and none twice; the first and only the first is the head. */
async function* entriesOf(source: Readable): AsyncGenerator<NamedEntry> {
  const names = new Set<string>()
  const translated = (error: unknown) => {
    if (error instanceof OperatorError) return error
    if (error instanceof TarError) return names.size > 0 ? incomplete() : notAnArchive()
    return new OperatorError(`This archive cannot be read to its end: ${(error as Error).message}`, {
      cause: error,
    })
  }
  async function* parts(body: AsyncIterable<Buffer>) {
    try {
      yield* body
    } catch (error) {
      throw translated(error)
    }
  }
  try {
    for await (const entry of readTar(source)) {
      const is = kindOf(entry.name)
      if (names.size === 0 && is?.kind !== 'head') throw notAnArchive()
      if (!is || names.has(entry.name) || entry.size > maxBytes(is.kind, names.size))
        throw damaged(entry.name)
      names.add(entry.name)
      yield { ...entry, is, body: parts(entry.body) }
    }
  } catch (error) {
    throw translated(error)
  } finally {
    source.destroy()
  }
}

/** Reads an entry to its end for its checksum, and keeps its bytes if they are wanted. */
async function summed(
  body: AsyncIterable<Buffer>,
  isWanted: boolean,
): Promise<{ bytes: Buffer; sha256: string }> {
  const hash = createHash('sha256')
  const parts: Buffer[] = []
  for await (const part of body) {
    hash.update(part)
    if (isWanted) parts.push(part)
  }
  return { bytes: Buffer.concat(parts), sha256: hash.digest('hex') }
}

/** The bytes of an entry; throws at its end unless it has its checksum. */
async function* checked(body: AsyncIterable<Buffer>, name: string, { sha256 }: Sum): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const part of body) {
    hash.update(part)
    yield part
  }
  if (hash.digest('hex') !== sha256) throw damaged(name)
}

/** How much of the unpacked data zstd keeps for reference, as a power of two: our archives need less. */
const rememberedBits = 23

/** Rows of an entry, uncompressed. */
async function* plainOf(packed: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer> {
  const unpacking = createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: rememberedBits } })
  // A failure here makes the loop below fail too.
  pipeline(packed, unpacking).catch(() => {})
  let size = 0
  try {
    for await (const part of unpacking) {
      size += part.length
      if (size > maxPlainBytes) throw damaged(name)
      yield part
    }
  } catch (error) {
    throw error instanceof OperatorError ? error : damaged(name)
  }
}

function parse<K extends keyof typeof schemas>(
  kind: K,
  name: string,
  bytes: Buffer,
): z.output<(typeof schemas)[K]> {
  try {
    const value = JSON.parse(bytes.toString())
    if (kind === 'head') refuseNewer(value)
    return schemas[kind].parse(value) as z.output<(typeof schemas)[K]>
  } catch (error) {
    throw error instanceof OperatorError ? error : damaged(name)
  }
}

/** Refuses the head of a newer version, which this one may not understand. */
function refuseNewer({ format }: { format?: unknown }): void {
  if (typeof format === 'number' && format > formatVersion)
    throw new OperatorError(
      'This archive was made by a newer version of Folio. Install that version, and restore with it.',
    )
}

/** Every entry must have its checksum. */
function refuseOthers(written: Sums['entries'], seen: ReadonlyMap<string, Sum>): void {
  for (const name of new Set([...Object.keys(written), ...seen.keys()])) {
    const [sum, found] = [Object.hasOwn(written, name) ? written[name] : undefined, seen.get(name)]
    if (!sum || sum.sha256 !== found?.sha256 || sum.bytes !== found.bytes) throw damaged(name)
  }
}

const notAnArchive = () => new OperatorError('This file is not a backup of Folio.')
const incomplete = () =>
  new OperatorError('This archive is not complete: its end is missing. Take another one.')
const damaged = (name: string) =>
  new OperatorError(
    `This archive is damaged: ${name.replace(/[^ -~]/g, '?')} is not as it was written. Take another one.`,
  )
