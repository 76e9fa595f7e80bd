import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { openDatabase } from './database.ts'
import { prepared } from './lending.ts'

let server: TestDatabase
beforeAll(async () => {
  server = await createTestDatabase()
})
afterAll(() => server.close())

it('plans a prepared statement once for each connection, and other statements each time', async () => {
  const { db, pool, close } = openDatabase(server.address, { max: 1 })
  const ask = async (n: number) =>
    (await sql<{ n: number }>`select ${n}::int as n ${prepared}`.execute(db)).rows[0]?.n
  expect([await ask(1), await ask(2), await ask(3)]).toEqual([1, 2, 3])
  await sql`select ${4}::int as n`.execute(db)
  const { rows } = await pool.query(
    'select statement, generic_plans + custom_plans as used from pg_prepared_statements',
  )
  expect(rows).toEqual([{ statement: 'select $1::int as n /* prepared */', used: 3 }])
  await expect(sql`select nothing ${prepared}`.execute(db)).rejects.toThrow('nothing')
  expect(await ask(5)).toBe(5)
  await close()
})

it('plans a statement again that it planned on an empty table, once that has been analyzed', async () => {
  const { db, pool, close } = openDatabase(server.owner.address, { max: 1 })
  await pool.query('create table numbers (n int) with (autovacuum_enabled = off)')
  const ask = (n: number) => sql`select from numbers where n > ${n} ${prepared}`.execute(db)
  // A plan for all parameters is made at the sixth.
  for (const n of [1, 2, 3, 4, 5, 6]) await ask(n)
  const { rows } = await pool.query('select name, generic_plans from pg_prepared_statements')
  expect(rows).toEqual([{ name: expect.any(String), generic_plans: 1 }])
  const rowsExpected = async () => {
    const plan = await pool.query(`explain execute ${rows[0].name}(1)`)
    return Number(/rows=(\d+)/.exec(plan.rows[0]['QUERY PLAN'])?.[1])
  }
  expect(await rowsExpected()).toBeLessThan(1_000)
  await pool.query('insert into numbers select * from generate_series(1, 30000); analyze numbers')
  expect(await rowsExpected()).toBeGreaterThan(5_000)
  await close()
})
