import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { openDatabase } from './database.ts'
import { kept } from './kept-statements.ts'

let server: TestDatabase
beforeAll(async () => {
  server = await createTestDatabase()
})
afterAll(() => server.close())

it('plans a statement that is kept once a connection, and others each time', async () => {
  const { db, pool, close } = openDatabase(server.address, { max: 1 })
  const ask = async (n: number) =>
    (await sql<{ n: number }>`select ${n}::int as n ${kept}`.execute(db)).rows[0]?.n
  expect([await ask(1), await ask(2), await ask(3)]).toEqual([1, 2, 3])
  await sql`select ${4}::int as n`.execute(db)
  const { rows } = await pool.query(
    'select statement, generic_plans + custom_plans as used from pg_prepared_statements',
  )
  expect(rows).toEqual([{ statement: 'select $1::int as n /* kept */', used: 3 }])
  await expect(sql`select nothing ${kept}`.execute(db)).rejects.toThrow('nothing')
  expect(await ask(5)).toBe(5)
  await close()
})
