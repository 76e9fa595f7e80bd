import { createHash } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { connectAtStart } from '../../database/connect.ts'
import type { DatabaseAddress } from '../../database/database.ts'
import { type Head, headName, type Sums, signatureName, sumsName } from '../archive-format.ts'
import { signSums } from '../signing.ts'
import { readTar } from '../tar.ts'
import { writeArchive } from '../write-archive.ts'

/** Entries of an archive by their names, in its order. */
export type Entries = Map<string, Buffer>

export const ownKey: Buffer = Buffer.alloc(32, 1)
export const otherKey: Buffer = Buffer.alloc(32, 2)

/** The entries of an archive as the program writes it. */
export async function entriesOfDatabase(address: DatabaseAddress): Promise<Entries> {
  const client = await connectAtStart(address)
  const sink = new PassThrough()
  const written = buffer(sink)
  try {
    await writeArchive({
      client,
      sink,
      pictures: { async *list() {}, read: async () => null, write: async () => true, remove: async () => {} },
      withKeys: false,
      keysDir: '/nowhere',
      signingKey: ownKey,
      signal: new AbortController().signal,
      report: () => {},
    })
  } finally {
    await client.end()
  }
  const entries: Entries = new Map()
  for await (const { name, body } of readTar(Readable.from([await written])))
    entries.set(name, await buffer(body))
  return entries
}

/** A copy whose JSON entry is changed. */
export function changed<T = Head>(entries: Entries, name: string, change: (value: T) => void): Entries {
  const value = JSON.parse((entries.get(name) as Buffer).toString()) as T
  change(value)
  return new Map(entries).set(name, Buffer.from(JSON.stringify(value)))
}

/** A copy whose head is changed. */
export const withHead = (entries: Entries, change: (head: Head & Record<string, unknown>) => void): Entries =>
  changed(entries, headName, change)

/** A copy whose sums are those of its entries and signed anew, with entries added before them. */
export function signedAnew(
  entries: Entries,
  { key = ownKey, added = {} as Record<string, Buffer> } = {},
): Entries {
  const copy = new Map(entries)
  const { rows } = JSON.parse((copy.get(sumsName) ?? '{"rows":{}}').toString()) as Sums
  copy.delete(sumsName)
  copy.delete(signatureName)
  for (const [name, bytes] of Object.entries(added)) copy.set(name, bytes)
  const sums: Sums = { entries: {}, rows, missing_pictures: [] }
  for (const [name, bytes] of copy)
    sums.entries[name] = { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
  const summed = Buffer.from(JSON.stringify(sums))
  copy.set(sumsName, summed)
  return copy.set(signatureName, Buffer.from(JSON.stringify(signSums(summed, key))))
}

type Header = { name: string; size: number; type?: string; sum?: string }

/** The header of a tar entry, whatever it says. */
export function headerOf({ name, size, type = '0', sum }: Header): Buffer {
  const block = Buffer.alloc(512)
  block.write(name, 0, 100)
  block.write('0000600\x000000000\x000000000\x00', 100)
  block.write(`${size.toString(8).padStart(11, '0')} `, 124)
  block.write('00000000000 ', 136)
  block.write(' '.repeat(8), 148)
  block.write(type, 156)
  block.write('ustar\x0000', 257)
  const real = block.reduce((all, byte) => all + byte, 0)
  block.write(sum ?? `${real.toString(8).padStart(6, '0')}\x00 `, 148)
  return block
}

/** An entry as it stands in a tar archive. */
export const tarEntry = (name: string, bytes: Buffer, more: Partial<Header> = {}): Buffer =>
  Buffer.concat([headerOf({ name, size: bytes.length, ...more }), bytes, Buffer.alloc(-bytes.length & 511)])

export const tarEnd: Buffer = Buffer.alloc(1024)

export const tarOf = (entries: Iterable<[string, Buffer]>): Buffer =>
  Buffer.concat([...[...entries].map(([name, bytes]) => tarEntry(name, bytes)), tarEnd])
