import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { copyInto } from './copying.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await database.owner.pool.query('create table numbers (n int, name text)')
})
afterAll(() => database.close())

const bytes = (...lines: string[]) => lines.map((line) => Buffer.from(line))
const all = async () => (await database.owner.pool.query('select * from numbers order by n')).rows

it('copies rows within a transaction: all of it commits, or nothing', async () => {
  const { db } = database
  await db.transaction().execute(async (tx) => {
    await copyInto(tx, sql`numbers (name, n)`, bytes('a\t1\n\\N', '\t2\n'))
    await sql`update numbers set n = n * 10 where name = 'a'`.execute(tx)
  })
  expect(await all()).toEqual([
    { n: 2, name: null },
    { n: 10, name: 'a' },
  ])
  const rolledBack = db.transaction().execute(async (tx) => {
    await copyInto(tx, sql`numbers (n)`, bytes('3\n'))
    throw new Error('no')
  })
  await expect(rolledBack).rejects.toThrow('no')
  await copyInto(db, sql`numbers (n)`, [])
  expect(await all()).toHaveLength(2)
})

it('throws what PostgreSQL refuses, and the connection goes on', async () => {
  const failing = database.db.connection().execute(async (db) => {
    await expect(copyInto(db, sql`numbers (n)`, bytes('4\n', 'four\n'))).rejects.toMatchObject({
      code: '22P02',
    })
    await expect(copyInto(db, sql`nothing (n)`, bytes('4\n'))).rejects.toMatchObject({ code: '42P01' })
    return (await sql<{ n: number }>`select 5 as n`.execute(db)).rows
  })
  expect(await failing).toEqual([{ n: 5 }])
  expect(await all()).toHaveLength(2)
})
