import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uploadPicture } from '../../src/account/testing/life.ts'
import { signUpPayee } from '../../src/earnings/testing/ledger.ts'
import { type TableName, tableNames, tableOf } from '../../src/rest/tables.ts'
import { columnRights } from '../../src/rest/testing/rights.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { insertProduct } from '../harness/factories.ts'
import { type Person, signUp, signUpAdmin } from '../harness/people.ts'
import { everybody, makeRows, type Role, roles, type Thing } from './rows-of-tables.ts'

// docs/product/calls.md#table-queries: each role reads and writes the columns that the tables there say, and no others.

let app: TestApp
let people: Record<Role, Person | undefined>
let owner: Person & { payeeId: string }
let things: Thing[]
let kitchen: string
let picture: string
/** A product that is changed. */
let changed: string

beforeAll(async () => {
  app = await startTestApp()
  owner = await signUpPayee(app)
  const admin = await signUpAdmin(app)
  const [stranger, follower] = [await signUp(app), await signUp(app)]
  const suspended = await signUpPayee(app)
  people = { nobody: undefined, stranger, follower, owner, suspended, admin }
  things = await makeRows(app, { owner, follower, suspended, admin })
  kitchen = things.find(({ table }) => table === 'categories')?.filter.slice('id=eq.'.length) as string
  changed = (await freshProduct()).id
  picture = await uploadPicture(app, owner, `products/product-${owner.id}-2.webp`)
})
afterAll(() => app.close())

/** A suspended account's token is as good as an expired one. */
const refusedAs: Partial<Record<Role, [number, string]>> = { suspended: [401, 'PGRST301'] }

const ask = async (
  role: Role,
  method: string,
  path: string,
  { body, prefer = '' }: { body?: unknown; prefer?: string } = {},
) => {
  const answer = await app.request(method, `/rest/v1/${path}`, {
    token: people[role]?.token,
    headers: { prefer },
    ...(body !== undefined && { body }),
  })
  return { status: answer.status, code: answer.body?.code, rows: answer.body }
}

describe('the list of rights', () => {
  it('has every column of every table', () => {
    const listed = Object.entries(columnRights).map(([table, columns]) => [
      table,
      Object.keys(columns).sort(),
    ])
    expect(listed).toEqual(tableNames.map((table) => [table, Object.keys(tableOf(table).columns).sort()]))
  })

  it('has a row of every table, seen by somebody and not by all', () => {
    expect(new Set(things.map(({ table }) => table))).toEqual(new Set(tableNames))
    const shown = everybody.length
    for (const table of tableNames.filter((name) => name !== 'categories'))
      expect([table, things.some((one) => one.table === table && one.readers.length < shown)]).toEqual([
        table,
        true,
      ])
  })
})

describe('what is read', () => {
  it.each(roles)('by %s', async (role) => {
    for (const { table, what, filter, readers, owners, nulls = () => [] } of things) {
      const { status, code, rows } = await ask(role, 'GET', `${table}?${filter}`)
      const name = `${table}: ${what}`
      const refused = refusedAs[role]
      if (refused) {
        expect([name, status, code]).toEqual([name, ...refused])
        continue
      }
      const columns = Object.entries(columnRights[table] ?? {}).map(([column, { read }]) => {
        const isRead = read === 'everybody' || (read === 'owner' && owners.includes(role))
        return [column, isRead && !nulls(role).includes(column) ? 'value' : 'null']
      })
      const expected = readers.includes(role) ? [Object.fromEntries(columns)] : []
      const found = (rows as Record<string, unknown>[]).map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([column, value]) => [column, value === null ? 'null' : 'value']),
        ),
      )
      expect([name, found]).toEqual([name, expected])
    }
  })
})

type Method = 'POST' | 'PATCH' | 'DELETE'

/** How rows of a table are named, and which methods it has beside those that its columns say. */
const rowOf: Partial<Record<TableName, { pin: string; removed?: true }>> = {
  products: { pin: 'id', removed: true },
  product_categories: { pin: 'product_id', removed: true },
  profiles: { pin: 'id' },
  user_category_preferences: { pin: 'category_id' },
}

const isWritten = (table: TableName, by: 'insert' | 'update') =>
  Object.values(columnRights[table] ?? {}).some(
    ({ written }) => Array.isArray(written) && written.includes(by),
  )

/** A product of the owner's that no test has changed. */
const freshProduct = async () =>
  insertProduct(app.database.db, { userId: owner.id, payeeId: owner.payeeId, username: owner.username })

/** A new row of the owner's, as its owner would insert it. */
async function newRow(table: TableName): Promise<Record<string, unknown>> {
  if (table === 'products')
    return { user_id: owner.id, amazon_url: 'https://www.amazon.com/dp/B0WRITTEN1', title: 'A mug' }
  if (table === 'user_category_preferences')
    return { user_id: owner.id, category_id: kitchen, is_pinned: false }
  if (!isWritten(table, 'insert')) return {}
  const product_id = (await freshProduct()).id
  if (table === 'product_categories') return { product_id, category_id: kitchen }
  if (table === 'short_links') return { product_id, id: `a-mug-${randomUUID().slice(0, 4)}` }
  return { product_id }
}

/** What is written into a column that the row would not have anyhow. */
const written: Record<string, unknown> = {
  ...{
    asin: 'B0WRITTEN1',
    title: 'Written',
    description: 'Written',
    user_comment: 'Written',
    tags: ['written'],
  },
  ...{ price_usd: 99.5, is_categorized: true, sort_order: 77, clicks_count: 0, earnings_usd: 0 },
  ...{ first_name: 'Wanda', last_name: 'Written', bio: 'Written', referrer: 'https://example.org/' },
  ...{ user_agent: 'Written/1.0', timestamp: '2026-01-01T00:00:00+00:00', is_pinned: false },
}
const valueFor = (table: TableName, column: string): unknown => {
  if (column === 'user_id') return owner.id
  if (column === 'image_url') return picture
  if (column === 'avatar_url') return null
  if (column === 'username') return `${table.slice(0, 3)}-written`
  return written[column] ?? randomUUID()
}

/** What becomes of a column that somebody sends: the status, the code of a failure, and whether it is stored. */
type Outcome = { status: number; code?: string; isStored?: boolean }

const denied = (role: Role): Outcome => ({ status: role === 'nobody' ? 401 : 403, code: '42501' })

function expectedOf(role: Role, table: TableName, method: 'POST' | 'PATCH', column: string): Outcome {
  const refused = refusedAs[role]
  if (refused) return { status: refused[0], code: refused[1] }
  const by = method === 'POST' ? 'insert' : 'update'
  const rights = columnRights[table]?.[column]?.written
  const isTaken =
    isWritten(table, by) && (rights === 'ignored' || (Array.isArray(rights) && rights.includes(by)))
  const isOpen = table === 'clicks' && method === 'POST'
  if (!isTaken || (role === 'nobody' && !isOpen)) return denied(role)
  if (isOpen) return { status: 201 }
  if (role === 'owner') return { status: method === 'POST' ? 201 : 200, isStored: rights !== 'ignored' }
  // Nobody inserts for others, or gives them their rows; others' rows are not found.
  return method === 'POST' || column === 'user_id' ? denied(role) : { status: 200, isStored: false }
}

/** All that the owner's rows are. */
const look = async () => {
  const tables = ['products', 'product_categories', 'short_links', 'earnings', 'followers', 'profiles']
  const rows = [...tables, 'user_category_preferences'].map(
    (table) => `(select json_agg(t order by t::text) from ${table} t) as ${table}`,
  )
  return (await app.database.pool.query(`select ${rows.join()}`)).rows[0]
}

/** Has somebody write one column of a row, which is new or the owner's. */
async function tryColumn(
  role: Role,
  { table, method, column }: { table: TableName; method: 'POST' | 'PATCH'; column: string },
  row: Record<string, unknown>,
) {
  const value = row[column] ?? valueFor(table, column)
  const { pin = 'id' } = rowOf[table] ?? {}
  const named: Record<string, string> = { id: owner.id, category_id: kitchen }
  if (method === 'PATCH' && table === 'products') named.id = changed
  const path =
    method === 'POST'
      ? table === 'user_category_preferences'
        ? `${table}?on_conflict=user_id,category_id`
        : table
      : `${table}?${pin}=eq.${named[pin] ?? randomUUID()}`
  const answered = table === 'clicks' ? '' : 'return=representation'
  const { status, code, rows } = await ask(role, method, path, {
    body: method === 'POST' ? { ...row, [column]: value } : { [column]: value },
    prefer: path.includes('on_conflict') ? `${answered},resolution=merge-duplicates` : answered,
  })
  const isStored =
    status < 300 && answered !== '' && JSON.stringify(rows[0]?.[column]) === JSON.stringify(value)
  return { status, ...(code && { code }), ...(status < 300 && answered && { isStored }) }
}

describe('what is written', () => {
  it.each(roles)('by %s', { timeout: 120_000 }, async (role) => {
    for (const table of tableNames) {
      let row = await newRow(table)
      const before = await look()
      for (const method of ['POST', 'PATCH'] as const)
        for (const column of Object.keys(tableOf(table).columns)) {
          const name = `${method} ${table}.${column}`
          const outcome = await tryColumn(role, { table, method, column }, row)
          expect([name, outcome]).toEqual([name, expectedOf(role, table, method, column)])
          if (role === 'owner') row = await newRow(table)
        }
      if (role !== 'owner') expect([table, await look()]).toEqual([table, before])
    }
  })

  it.each(roles)('rows that are removed by %s', async (role) => {
    for (const table of tableNames) {
      const product = await freshProduct()
      const link = { product_id: product.id, category_id: kitchen }
      await ask('owner', 'POST', 'product_categories', { body: link })
      const before = await look()
      const { pin, removed } = rowOf[table] ?? { pin: 'id' }
      const { status, code } = await ask(role, 'DELETE', `${table}?${pin}=eq.${product.id}`)
      const refused =
        refusedAs[role] ?? (removed && role !== 'nobody' ? [204, undefined] : Object.values(denied(role)))
      expect([table, status, code]).toEqual([table, ...refused])
      const isGone = role === 'owner' && removed === true
      expect([table, JSON.stringify(await look()) !== JSON.stringify(before)]).toEqual([table, isGone])
    }
  })
})

const methods: Method[] = ['POST', 'PATCH', 'DELETE']

it('has a route for each change that the list has, and no other', async () => {
  const { body } = await app.request('GET', '/api/openapi.json')
  for (const table of tableNames) {
    const has = methods.filter((method) => body.paths[`/rest/v1/${table}`]?.[method.toLowerCase()])
    const listed = methods.filter((method) =>
      method === 'DELETE' ? rowOf[table]?.removed : isWritten(table, method === 'POST' ? 'insert' : 'update'),
    )
    expect([table, has]).toEqual([table, listed])
  }
})
