import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { bigintArray, byteaArray, textArray, timestamptzArray, uuidArray } from './binary-arrays.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** The array as PostgreSQL understood it. */
async function read(type: string, array: Buffer): Promise<unknown[]> {
  const { rows } = await database.pool.query(
    `select $1::${type}[] as items, cardinality($1::${type}[]) as n`,
    [array],
  )
  expect(rows[0].items).toHaveLength(rows[0].n)
  return rows[0].items
}

describe('Arrays in PostgreSQL’s binary form', () => {
  it('uuids, in either case and without dashes', async () => {
    const ids = Array.from({ length: 50 }, () => randomUUID())
    expect(await read('uuid', uuidArray([...ids, null]))).toEqual([...ids, null])
    expect(await read('uuid', uuidArray(ids.map((id) => id.toUpperCase())))).toEqual(ids)
    expect(await read('uuid', uuidArray(ids.map((id) => id.replaceAll('-', ''))))).toEqual(ids)
  })

  it('whole numbers of 64 bits', async () => {
    const hex = ['0000000000000001', '7fffffffffffffff', null, 'ffffffffffffffff', '8000000000000000']
    const numbers = ['1', '9223372036854775807', null, '-1', '-9223372036854775808']
    const read64 = await database.pool.query('select $1::bigint[]::text[] as items', [bigintArray(hex)])
    expect(read64.rows[0].items).toEqual(numbers)
  })

  it('bytes of any length', async () => {
    const bytes = [0, 1, 32, 300].map((length) => randomBytes(length))
    const hex = bytes.map((one) => one.toString('hex'))
    expect(await read('bytea', byteaArray([null, ...hex]))).toEqual([null, ...bytes])
  })

  it('text of any characters, nulls and none', async () => {
    const text = fc.string({ unit: 'binary' }).map((one) => one.replaceAll('\0', ''))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(text)), async (items) => {
        expect(await read('text', textArray(items))).toEqual(items)
      }),
    )
  })

  it('times to the millisecond, before and after 2000', async () => {
    const times = [
      '1969-12-31T23:59:59.999Z',
      '2000-01-01T00:00:00Z',
      '2026-11-22T03:10:00.001Z',
      '2345-06-07T00:00:00Z',
    ]
    const dates = times.map((time) => new Date(time))
    expect(await read('timestamptz', timestamptzArray([...dates, null]))).toEqual([...dates, null])
  })
})
