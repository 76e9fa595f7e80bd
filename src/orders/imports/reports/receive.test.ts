import { createHash, randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../tests/harness/database.ts'
import { receiveFile } from './receive.ts'
import { reportsIn } from './testing/imports.ts'

let database: TestDatabase
let reports: ReturnType<typeof reportsIn>
beforeAll(async () => {
  database = await createTestDatabase()
  reports = reportsIn(database)
})
afterAll(() => database.close())

async function* pieces(bytes: Uint8Array, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}
const stored = async (id: string): Promise<Buffer[]> =>
  (
    await database.pool.query('select bytes from import_chunks where import_id = $1 order by number', [id])
  ).rows.map(({ bytes }) => gunzipSync(bytes))

describe('Receiving a report (decision 24)', () => {
  it.each([65_536, 5_000_000])('stores a file in chunks of a megabyte (pieces of %i)', async (length) => {
    const file = randomBytes(2_500_000)
    const id = await reports.create()
    expect(await receiveFile(reports.context, id, pieces(file, length))).toEqual({
      bytes: file.length,
      fileHash: createHash('sha256').update(file).digest(),
    })
    const chunks = await stored(id)
    expect(chunks.map((chunk) => chunk.length)).toEqual([1_048_576, 1_048_576, 402_848])
    expect(Buffer.concat(chunks).equals(file)).toBe(true)
  })

  it('stores nothing for an empty file', async () => {
    const id = await reports.create()
    const { bytes } = await receiveFile(reports.context, id, pieces(Buffer.alloc(0), 1))
    expect([bytes, await stored(id)]).toEqual([0, []])
  })

  it('commits each chunk, and removes all of a file that breaks off', async () => {
    const id = await reports.create()
    let midway = -1
    async function* broken() {
      yield randomBytes(1_100_000)
      midway = (await stored(id)).length
      throw new Error('aborted')
    }
    await expect(receiveFile(reports.context, id, broken())).rejects.toThrow('aborted')
    expect([midway, (await stored(id)).length]).toEqual([1, 0])
  })

  it('refuses a file as soon as it is too large, and removes all of it', async () => {
    const id = await reports.create()
    let sent = 0
    async function* endless() {
      for (;;) {
        sent += 1
        yield randomBytes(1_048_576)
      }
    }
    await expect(receiveFile(reports.context, id, endless(), 3_000_000)).rejects.toMatchObject({
      code: 'payload_too_large',
      message: 'A report may have at most 0.003 GB.',
    })
    expect([sent, (await stored(id)).length]).toEqual([3, 0])
  })
})
