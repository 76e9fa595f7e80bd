import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { headName, signatureName, sumsName } from './archive-format.ts'
import { inspectArchive, readArchive } from './read-archive.ts'
import { publicKeyText } from './signing.ts'
import {
  changed,
  type Entries,
  headerOf,
  otherKey,
  ownKey,
  signedAnew,
  tarEnd,
  tarEntry,
  tarOf,
  withHead,
} from './testing/forge.ts'

const piece = 'tables/users/000001.copy.zst'
const picture = 'pictures/a-1.webp'

const head = {
  format: 2,
  id: '0193a5a0-0000-7000-8000-000000000000',
  made_at: '2026-11-25T03:00:00.000Z',
  migration: '0001_accounts',
  postgres: '18.1',
  has_keys: false,
  admins: ['maya@folio.example'],
  pictures: 'within',
  tables: [{ name: 'users', columns: ['id'] }],
  sequences: [],
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value))

/** An archive as it should be. */
const whole = (): Entries =>
  signedAnew(
    new Map([
      [headName, json(head)],
      [piece, zstdCompressSync('1\n2\n')],
      ['jobs.json', json([])],
      [picture, Buffer.from('a picture')],
      [sumsName, json({ entries: {}, rows: { users: 2 }, missing_pictures: [] })],
    ]),
  )

const inspect = (bytes: Buffer) => inspectArchive(Readable.from([bytes]))

/** All that an archive has, read for use after it was inspected. */
async function use(bytes: Buffer, inspected = bytes) {
  const found: string[] = []
  for await (const entry of readArchive(Readable.from([bytes]), await inspect(inspected)))
    found.push(entry.kind === 'rows' ? await text(entry.lines) : entry.kind)
  return found
}

const bytesOf = (entries: Entries) => tarOf(entries)
const raw = (...parts: Buffer[]) => Buffer.concat(parts)
const headEntry = tarEntry(headName, json(head))

describe('an archive (docs/backup.md#the-file)', () => {
  it('says who signed it, and is read entry by entry', async () => {
    const bytes = bytesOf(whole())
    expect(await inspect(bytes)).toMatchObject({
      signedBy: publicKeyText(ownKey),
      head: { admins: head.admins },
    })
    expect(await use(bytes)).toEqual(['1\n2\n', 'jobs', 'picture'])
    expect((await inspect(bytesOf(signedAnew(whole(), { key: otherKey })))).signedBy).toBe(
      publicKeyText(otherKey),
    )
  })

  it('of the first version is not signed', async () => {
    const old = withHead(whole(), (it) => {
      it.format = 1
      delete it.admins
    })
    const unsigned = signedAnew(old)
    expect(unsigned.delete(signatureName)).toBe(true)
    expect(await inspect(bytesOf(unsigned))).toMatchObject({ signedBy: null })
    await expect(inspect(bytesOf(signedAnew(old)))).rejects.toThrow('was changed after it was signed')
  })

  const without = (name: string) => {
    const entries = whole()
    entries.delete(name)
    return entries
  }
  const swapped = () => {
    const bytes = [...whole()]
    const [at, to] = [1, 3]
    const names = bytes.map(([name]) => name)
    return new Map(
      bytes.map(([, content], place) => [
        names[place === at ? to : place === to ? at : place] as string,
        content,
      ]),
    )
  }
  const resigned = (entries: Entries, key: Buffer) =>
    new Map(entries).set(signatureName, signedAnew(entries, { key }).get(signatureName) as Buffer)

  it.each<[string, () => Buffer, string]>([
    ['nothing', () => Buffer.alloc(0), 'not a backup of Folio'],
    ['other bytes', () => Buffer.from('no archive'.repeat(500)), 'not a backup of Folio'],
    ['another tar', () => raw(tarEntry('readme', Buffer.from('hi')), tarEnd), 'not a backup of Folio'],
    ['an unsigned one of this version', () => bytesOf(without(signatureName)), 'not complete'],
    ['one without sums', () => raw(headEntry, tarEnd), 'not complete'],
    ['one that ends early', () => bytesOf(whole()).subarray(0, -2000), 'not complete'],
    ['one that ends within a header', () => bytesOf(whole()).subarray(0, -1100), 'not complete'],
    ['one whose entry is missing', () => bytesOf(without(piece)), 'damaged: tables/users'],
    [
      'one with another picture',
      () => bytesOf(whole().set(picture, Buffer.from('b picture'))),
      'damaged: pictures/',
    ],
    ['one with swapped entries', () => bytesOf(swapped()), 'damaged'],
    [
      'other sums',
      () =>
        bytesOf(changed(whole(), sumsName, (it: { rows: object }) => Object.assign(it.rows, { users: 3 }))),
      'changed after it was signed',
    ],
    [
      'another head, with its sum',
      () => bytesOf(resignedSums(withHead(whole(), (it) => (it.admins = ['eve@folio.example'])))),
      'changed after it was signed',
    ],
    [
      'a signature of another',
      () => bytesOf(resigned(whole(), otherKey).set(sumsName, Buffer.from('{}'))),
      'damaged',
    ],
    [
      'a signature in another’s name',
      () =>
        bytesOf(
          changed(whole(), signatureName, (it: { key: string }) => {
            it.key = publicKeyText(otherKey)
          }),
        ),
      'changed after it was signed',
    ],
    [
      'a signature that is none',
      () =>
        bytesOf(
          changed(whole(), signatureName, (it: { key: string }) => {
            it.key = 'ed25519:\u001b[2J'
          }),
        ),
      'changed after it was signed',
    ],
    ['a newer one', () => bytesOf(withHead(whole(), (it) => (it.format = 9))), 'newer version'],
    [
      'one with an entry after its signature',
      () => raw(bytesOf(whole()).subarray(0, -1024), tarEntry('pictures/b', Buffer.from('b')), tarEnd),
      'damaged: pictures/b',
    ],
    ['one with an entry twice', () => raw(headEntry, headEntry, tarEnd), 'damaged: folio.json'],
    [
      'one with an entry of no archive',
      () => bytesOf(signedAnew(whole(), { added: { '../../etc/passwd': Buffer.from('x') } })),
      'damaged: ../../etc/passwd',
    ],
    [
      'one with the key that signs',
      () => bytesOf(signedAnew(whole(), { added: { 'keys/backups.key': ownKey } })),
      'damaged: keys/backups.key',
    ],
    [
      'a name for a terminal',
      () => bytesOf(signedAnew(whole(), { added: { 'x\u001b[2J': ownKey } })),
      'damaged: x?[2J',
    ],
    [
      'a table for a statement',
      () =>
        bytesOf(
          signedAnew(
            withHead(whole(), (it) => {
              it.tables = [{ name: 'users"; drop table users --', columns: ['id'] }]
            }),
          ),
        ),
      'damaged: folio.json',
    ],
    [
      'a column for a statement',
      () =>
        bytesOf(
          signedAnew(
            withHead(whole(), (it) => {
              it.tables = [{ name: 'users', columns: ['id) from program $$id$$ --'] }]
            }),
          ),
        ),
      'damaged: folio.json',
    ],
    [
      'a link',
      () => raw(headEntry, tarEntry('pictures/a', Buffer.alloc(0), { type: '2' }), tarEnd),
      'not complete',
    ],
    [
      'a sparse file',
      () =>
        raw(headEntry, tarEntry('pictures/a', Buffer.alloc(0), { type: 'S', size: 7_000_000_000 }), tarEnd),
      'not complete',
    ],
    [
      'a name of any length',
      () => raw(tarEntry('././@LongLink', Buffer.alloc(0), { type: 'L', size: 7_000_000_000 })),
      'not a backup',
    ],
    [
      'a size in an entry of its own',
      () => raw(tarEntry('folio.json', Buffer.from('20 size=6000000000\n'), { type: 'x' }), headEntry),
      'not a backup',
    ],
    ['a head of gigabytes', () => headerOf({ name: headName, size: 7_000_000_000 }), 'damaged: folio.json'],
    [
      'a picture of gigabytes',
      () => raw(headEntry, headerOf({ name: picture, size: 7_000_000_000 })),
      'damaged: pictures/',
    ],
    [
      'sums of gigabytes',
      () => raw(headEntry, headerOf({ name: sumsName, size: 7_000_000_000 })),
      'damaged: sums.json',
    ],
    [
      'a header with another sum',
      () => raw(headEntry, headerOf({ name: picture, size: 0, sum: '000000\x00 ' }), tarEnd),
      'not complete',
    ],
  ])('that is %s is refused before anything of it is used', async (_, make, words) => {
    await expect(inspect(make())).rejects.toThrow(words)
  })

  it('is refused where its file is another when it is used', async () => {
    const first = bytesOf(whole())
    const other = bytesOf(signedAnew(whole().set(picture, Buffer.from('b picture'))))
    await expect(use(other, first)).rejects.toThrow('damaged: pictures/')
    const rows = bytesOf(signedAnew(whole().set(piece, zstdCompressSync('1\n3\n'))))
    await expect(use(rows, first)).rejects.toThrow('damaged: tables/users')
    await expect(use(bytesOf(without(piece)), first)).rejects.toThrow('damaged: tables/users')
    await expect(use(first.subarray(0, 1500), first)).rejects.toThrow('not complete')
  })

  it('cannot unpack to more than a piece of rows has', async () => {
    const bomb = zstdCompressSync(Buffer.alloc(300 * 1024 ** 2))
    expect(bomb.length).toBeLessThan(50_000)
    const bytes = bytesOf(signedAnew(whole().set(piece, bomb)))
    let read = 0
    let largest = 0
    const reading = async () => {
      for await (const entry of readArchive(Readable.from([bytes]), await inspect(bytes)))
        if (entry.kind === 'rows')
          for await (const part of entry.lines) {
            read += part.length
            largest = Math.max(largest, part.length)
          }
    }
    await expect(reading()).rejects.toThrow('damaged: tables/users')
    expect(read).toBeLessThanOrEqual(256 * 1024 ** 2)
    expect(largest).toBeLessThan(1024 ** 2)
    await expect(use(bytesOf(signedAnew(whole().set(piece, Buffer.from('no zstd')))))).rejects.toThrow(
      'damaged',
    )
  })

  it('with very many entries takes memory by what it takes on the disk', async () => {
    async function* many() {
      yield headEntry
      for (let n = 0; n < 20_000; n += 1) yield headerOf({ name: `pictures/${n}`, size: 0 })
      yield headerOf({ name: sumsName, size: 20_000_000 })
    }
    await expect(inspectArchive(Readable.from(many()))).rejects.toThrow('damaged: sums.json')
  })
})

/** Sums as they should be, under a signature that was there before. */
function resignedSums(entries: Entries): Entries {
  const signature = entries.get(signatureName) as Buffer
  return signedAnew(entries).set(signatureName, signature)
}
