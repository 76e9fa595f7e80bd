import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../tests/harness/database.ts'
import { insertOrder, insertPerson, insertProduct } from '../tests/harness/factories.ts'

// What rows of the ledger and matches name is looked up once for all of them (decision 27).

let database: TestDatabase
let named: { payee: string; other: string; product: string; run: string; orders: string[] }
const at = new Date('2026-09-01T12:00:00Z')

beforeAll(async () => {
  database = await createTestDatabase()
  const person = await insertPerson(database.db)
  const orders = await Promise.all(Array.from({ length: 60 }, () => insertOrder(database.db, { at })))
  const { rows } = await database.owner.pool.query(
    'insert into posting_runs (started_at) values ($1) returning id',
    [at],
  )
  named = {
    payee: person.payeeId,
    // Nothing but rows of the ledger names this one.
    other: (await insertPerson(database.db)).payeeId,
    product: (await insertProduct(database.db, person)).id,
    run: rows[0].id,
    orders: orders.map(({ id }) => id),
  }
})
afterAll(() => database.close())

type Row = { payee?: string; order?: string | undefined; product?: string | null; run?: string }
const next = () => named.orders.pop()

/** Posts rows in one statement. */
const post = (rows: Row[], client: pg.Pool | pg.ClientBase = database.owner.pool) =>
  client.query(
    `insert into earnings_ledger (payee_id, order_item_id, product_id, posting_run_id, pair_sequence, transaction_type,
       gross_commission_cents, platform_fee_cents, user_amount_cents, fee_bps, available_on, created_at)
     select payee, "order", product, run, 1, 'commission', 400, 80, 320, 2000, '2026-11-29', $2
     from jsonb_to_recordset($1) as r (payee uuid, "order" text, product uuid, run uuid)`,
    [
      JSON.stringify(
        rows.map((row) => ({
          payee: named.payee,
          order: next(),
          product: named.product,
          run: named.run,
          ...row,
        })),
      ),
      at,
    ],
  )

const chain = async () => {
  const { rows } = await database.owner.pool.query<{ sequence: number; follows: boolean; holds: boolean }>(
    `select sequence, hash = ledger_row_hash(l) as holds,
       previous_hash = lag(hash, 1, sha256(convert_to(payee_id::text, 'UTF8'))) over (order by sequence) as follows
     from earnings_ledger l where payee_id = $1 order by sequence`,
    [named.payee],
  )
  expect(rows.every(({ follows, holds }) => follows && holds)).toBe(true)
  expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, i) => i + 1))
  return rows.length
}

describe('what a row of the ledger names', () => {
  it.each([
    ['payee', 'payee_id', randomUUID()],
    ['order', 'order_item_id', 'no-such-order'],
    ['product', 'product_id', randomUUID()],
    ['run', 'posting_run_id', randomUUID()],
  ])('exists: a statement with one row of another %s is refused whole', async (key, column, value) => {
    const before = await chain()
    await expect(post([{}, {}, { [key]: value }, {}])).rejects.toMatchObject({
      code: '23503',
      table: 'earnings_ledger',
      constraint: `earnings_ledger_${column}_fkey`,
    })
    expect(await chain()).toBe(before)
  })

  it.each([
    'delete from payees where id = $1',
    'update payees set id = uuidv7() where id = $1',
    'delete from products where id = $2',
    'update products set id = uuidv7() where id = $2',
    'delete from posting_runs where id = $3',
    'update posting_runs set id = uuidv7() where id = $3',
    'delete from amazon_orders where order_item_id = $4',
    `update amazon_orders set order_item_id = 'another' where order_item_id = $4`,
  ])('stays: %s', async (statement) => {
    const order = next()
    await post([{ order }, { payee: named.other, product: null }])
    const values = [named.other, named.product, named.run, order]
    const used = Number(/\$(\d)/.exec(statement)?.[1])
    await expect(
      database.owner.pool.query(statement.replace(/\$\d/, '$1'), [values[used - 1]]),
    ).rejects.toMatchObject({ code: expect.stringMatching(/^(23001|23503)$/) })
  })

  it.each(['payees', 'products', 'posting_runs', 'amazon_orders'])('is not truncated: %s', async (table) => {
    await expect(database.owner.pool.query(`truncate ${table}`)).rejects.toMatchObject({ code: '0A000' })
  })
})

describe('what a match names', () => {
  const match = (values: Record<string, unknown>) =>
    database.owner.pool.query(
      `insert into order_matches (order_item_id, order_date, confidence, payee_id, product_id, short_link_id, reason,
         matched_at)
       values ($1, '2026-09-01', 'high', $2, $3, $4, 'sub tag', $5)`,
      [values.order_item_id, values.payee_id, values.product_id, values.short_link_id, at],
    )
  const valid = () => ({ order_item_id: next(), payee_id: named.payee, product_id: named.product })

  it.each([
    ['order_item_id', 'no-such-order'],
    ['payee_id', randomUUID()],
    ['product_id', randomUUID()],
    ['short_link_id', 'no-such-link'],
  ])('exists, when it is made and when it is changed: %s', async (column, value) => {
    const refused = {
      code: '23503',
      table: 'order_matches',
      constraint: `order_matches_${column}_fkey`,
    }
    await expect(match({ ...valid(), [column]: value })).rejects.toMatchObject(refused)
    const good = valid()
    await match(good)
    await expect(
      database.owner.pool.query(`update order_matches set ${column} = $1 where order_item_id = $2`, [
        value,
        good.order_item_id,
      ]),
    ).rejects.toMatchObject(refused)
  })
})

describe('a payee’s chain', () => {
  it('goes on over transactions that write to it by turns, and over what was rolled back', async () => {
    const [one, other] = [await database.owner.pool.connect(), await database.owner.pool.connect()]
    const before = await chain()
    try {
      await one.query('begin')
      await post([{}, {}], one)
      await one.query('savepoint later')
      await post([{}], one)
      await one.query('rollback to later')
      const waiting = post([{}, {}], other)
      await post([{}, {}], one)
      await one.query('commit')
      await waiting
    } finally {
      one.release()
      other.release()
    }
    expect(await chain()).toBe(before + 6)
  })
})
