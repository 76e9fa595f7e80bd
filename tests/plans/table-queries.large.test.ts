import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillDatabase } from '../../bench/data/fill.ts'
import { planSize } from '../../bench/data/size.ts'
import { queriesOf } from '../../bench/reference/queries.ts'
import { readAddress } from '../../src/rest/grammar/query.ts'
import { readTable } from '../../src/rest/reading/reading.ts'
import type { TableName } from '../../src/rest/tables.ts'
import { createTestDatabase, type TestDatabase } from '../harness/database.ts'
import { blocksOf, nodesOf, type Plan } from '../harness/plans.ts'
import { anyone, as } from './principals.ts'

// docs/product/calls.md#table-queries: views cost no index.

let database: TestDatabase
let client: pg.PoolClient
let star: string
let follower: string
let product: string
let categories: Map<string, string>

beforeAll(async () => {
  database = await createTestDatabase()
  const owner = await database.owner.pool.connect()
  await owner.query('set statement_timeout = 0')
  await fillDatabase(owner, planSize)
  owner.release(true)
  const idOf = async (text: string) => (await database.owner.pool.query(text)).rows[0].id
  star = await idOf('select user_id as id from products group by 1 order by count(*) desc limit 1')
  follower = await idOf('select user_id as id from follow_counts order by following_count desc limit 1')
  product = await idOf(
    'select product_id as id from click_totals join products p on p.id = product_id where deleted_at is null order by clicks_count desc limit 1',
  )
  const { rows } = await database.owner.pool.query('select id, slug from categories')
  categories = new Map(rows.map(({ id, slug }) => [slug, id]))
  client = await database.pool.connect()
}, 300_000)
afterAll(async () => {
  client.release(true)
  await database.close()
})

/** The plan of the statement that answers a query, run as the caller. */
async function planFor(table: TableName, search: string, caller?: string): Promise<Plan> {
  const { query } = readAddress(search)
  const sent = await queriesOf(database.pool, (db) =>
    readTable(
      caller === undefined ? anyone(db) : as(caller, db),
      { table, query, reportDay: '2026-11-01' },
      { isCounted: false, areNullsStripped: false },
    ),
  )
  const [settings, statement] = sent.filter(({ sql }) => /^\s*(select|with)/i.test(sql))
  if (!settings || !statement) throw new Error('nothing was read')
  await client.query('begin')
  await client.query(settings.sql, [...settings.parameters])
  const { rows } = await client.query(`explain (analyze, buffers, format json) ${statement.sql}`, [
    ...statement.parameters,
  ])
  await client.query('rollback')
  return rows[0]['QUERY PLAN'][0].Plan
}

const columns = 'select=id,user_id,title,description,image_url,price_usd,created_at,asin'
const newest = `${columns}&order=created_at.desc&limit=40`
const ofCategory = (slug: string) =>
  `${columns},product_categories!inner(category_id)&product_categories.category_id=eq.${categories.get(slug)}&order=created_at.desc&limit=40`
const holding = (word: string) =>
  `select=title,short_links(id)&or=(title.ilike.*${word}*,description.ilike.*${word}*,tags.cs.{${word}})&limit=8`

const growing =
  /^(products|product_categories|short_links|earnings|followers|profiles|users|clicks|click_(days|quarters|totals))$/

type Asked = [what: string, table: TableName, search: () => string, caller?: () => string]
const asked: Asked[] = [
  ['the feed', 'products', () => newest],
  ['the feed of someone who is signed in', 'products', () => newest, () => star],
  ['the feed with authors', 'products', () => newest.replace('asin', 'asin,profiles(username)')],
  ['a category’s feed', 'products', () => ofCategory('fashion')],
  ['a nearly empty category’s feed', 'products', () => ofCategory('garden')],
  ['a person’s products', 'products', () => `${newest}&user_id=eq.${star}`],
  ['own products', 'products', () => `${newest}&user_id=eq.${star}`, () => star],
  [
    'a product with author and category',
    'products',
    () => `select=*,profiles(*),categories(*)&id=eq.${product}`,
  ],
  ['products that hold a frequent word', 'products', () => holding('lamp')],
  ['products that hold a rare word', 'products', () => holding('4711')],
  ['products that hold an unknown word', 'products', () => holding('xylophone')],
  [
    'whom one follows',
    'followers',
    () => `select=following_id,profiles!following_id(username)&follower_id=eq.${follower}&limit=20`,
    () => follower,
  ],
  ['clicks of a product', 'clicks', () => `select=timestamp&product_id=eq.${product}&limit=100`],
]

describe('table queries', () => {
  it.each(asked)('%s', async (_, table, search, caller) => {
    const plan = await planFor(table, search(), caller?.())
    const whole = nodesOf(plan).filter((node) => node['Node Type'] === 'Seq Scan' && node['Actual Loops'] > 0)
    expect(whole.map((node) => node['Relation Name'] ?? '').filter((name) => growing.test(name))).toEqual([])
    expect(blocksOf(plan)).toBeLessThan(2_000)
  })
})
