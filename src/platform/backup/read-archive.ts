import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { extract } from 'tar-stream'
import { OperatorError } from '../operator-error.ts'
import {
  type CalledJob,
  formatVersion,
  type Head,
  headName,
  headSchema,
  jobsName,
  jobsSchema,
  keyOfEntry,
  type PicturesList,
  picturesFolder,
  picturesListName,
  picturesSchema,
  type Sums,
  sumsName,
  sumsSchema,
  tableOfPiece,
} from './archive-format.ts'

const decompress = promisify(zstdDecompress)

/** What an archive consists of, in its order: the head, rows, keys, jobs, pictures or which they are, and the sums. */
export type Entry =
  | { kind: 'head'; head: Head }
  | { kind: 'rows'; table: string; lines: Buffer }
  | { kind: 'key'; file: string; bytes: Buffer }
  | { kind: 'jobs'; jobs: CalledJob[] }
  | { kind: 'picture'; name: string; bytes: Buffer }
  | { kind: 'pictures beside'; pictures: PicturesList }
  | { kind: 'sums'; sums: Sums }

/**
 * Reads an archive from its beginning to its end, an entry at a time. Throws OperatorError where it is none, was made by
 * a newer version, is damaged, or ends before its end: whoever got the last entry has the whole.
 */
export async function* readArchive(source: Readable): AsyncGenerator<Entry> {
  const entries = extract()
  source.on('error', (error) => entries.destroy(error))
  source.pipe(entries)
  const seen: Sums['entries'] = {}
  let last: Entry | undefined
  try {
    for await (const stream of entries) {
      const { name } = stream.header
      const bytes = await buffer(stream)
      if (!last && name !== headName) throw notAnArchive()
      const entry = await readEntry(name, bytes)
      if (entry.kind === 'sums') refuseDamaged(entry.sums.entries, seen)
      seen[name] = { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
      last = entry
      yield entry
    }
  } catch (error) {
    if (error instanceof OperatorError || !isTarError(error)) throw error
    throw last ? incomplete() : notAnArchive()
  } finally {
    source.destroy()
  }
  if (last?.kind !== 'sums') throw last ? incomplete() : notAnArchive()
}

async function readEntry(name: string, bytes: Buffer): Promise<Entry> {
  const table = tableOfPiece(name)
  const keyFile = keyOfEntry(name)
  try {
    if (table) return { kind: 'rows', table, lines: await decompress(bytes) }
    if (keyFile) return { kind: 'key', file: keyFile, bytes }
    if (name.startsWith(picturesFolder))
      return { kind: 'picture', name: name.slice(picturesFolder.length), bytes }
    if (name === jobsName) return { kind: 'jobs', jobs: jobsSchema.parse(JSON.parse(bytes.toString())) }
    if (name === picturesListName)
      return { kind: 'pictures beside', pictures: picturesSchema.parse(JSON.parse(bytes.toString())) }
    if (name === sumsName) return { kind: 'sums', sums: sumsSchema.parse(JSON.parse(bytes.toString())) }
    if (name === headName) return { kind: 'head', head: readHead(JSON.parse(bytes.toString())) }
  } catch (error) {
    if (error instanceof OperatorError) throw error
    throw damaged(name)
  }
  throw damaged(name)
}

function readHead(value: { format?: unknown }): Head {
  if (typeof value.format === 'number' && value.format > formatVersion)
    throw new OperatorError(
      'This archive was made by a newer version of Folio. Install that version, and restore with it.',
    )
  return headSchema.parse(value)
}

/** What came must be what the sums say, entry by entry. */
function refuseDamaged(written: Sums['entries'], seen: Sums['entries']): void {
  const names = new Set([...Object.keys(written), ...Object.keys(seen)])
  for (const name of names)
    if (written[name]?.sha256 !== seen[name]?.sha256 || written[name]?.bytes !== seen[name]?.bytes)
      throw damaged(name)
}

const isTarError = (error: unknown) => error instanceof Error && !('code' in error && error.code === 'ENOENT')
const notAnArchive = () => new OperatorError('This file is no backup of Folio.')
const incomplete = () =>
  new OperatorError('This archive is not complete: its end is missing. Take another one.')
const damaged = (name: string) =>
  new OperatorError(`This archive is damaged: ${name} is not as it was written. Take another one.`)
