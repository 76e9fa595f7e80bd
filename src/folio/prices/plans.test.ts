import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inBulk } from '../../../bench/data/bulk.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { insertPerson } from '../../../tests/harness/factories.ts'
import { blocksOf, nodesOf, plansOf } from '../../../tests/harness/plans.ts'
import { withoutTriggers } from '../../../tests/harness/without-triggers.ts'
import type { DB } from '../../platform/database/schema.ts'
import { rankItems, selectDueItems, updatePrices } from './sql.ts'

/** Blocks of 8 kB that one batch of ten items may read. */
const maxBlocks = 1_000

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  const { userId, payeeId } = await insertPerson(database.db)
  const client = await database.owner.pool.connect()
  const fill = async (statement: string, values: unknown[] = []) =>
    void (await client.query(statement, values))
  await fill('set statement_timeout = 0')
  // Rows that the triggers would insert are inserted below.
  await inBulk(client, ['products'], () =>
    fill(
      `insert into products (id, user_id, payee_id, amazon_url, marketplace, asin, title, is_categorized,
        metadata_source, created_at, updated_at)
      select uuidv7(age), $1, $2, 'https://www.amazon.com/dp/', 'us', 'B' || lpad(upper(to_hex(n * 2 / 3)), 9, '0'), 'Mug',
        false, 'owner', now() + age, now() + age
      from (select n, n * interval '10 minutes' - interval '1 year' as age from generate_series(1, 50000) as n) as item`,
      [userId, payeeId],
    ),
  )
  await withoutTriggers(database, async (run) => {
    await run(
      'insert into click_totals (product_id, clicks_count) select id, 400 * power(random(), 6) from products',
    )
    await run(`insert into clicks (product_id, kind, outcome, visitor, clicked_at)
      select id, 'view', 'counted', sha256(uuid_send(id)), now() - random() * interval '1 month' from products where random() < 0.2`)
    await run(`insert into item_checks (marketplace, asin, next_check_at)
      select marketplace, asin, max(created_at) from products group by 1, 2`)
  })
  await rankItems(database.db)
  for (const table of ['products', 'clicks', 'item_checks']) await fill(`vacuum (analyze) ${table}`)
  client.release(true)
}, 60_000)
afterAll(() => database.close())

/** What a statement reads: the tables it scans as a whole, and how many blocks in all. */
async function readingOf(operation: (db: Kysely<DB>) => Promise<unknown>) {
  const [plan] = await plansOf(database.pool, operation)
  if (!plan) throw new Error('Nothing was asked')
  return {
    readWhole: nodesOf(plan)
      // Empty partitions may be scanned.
      .filter((node) => node['Node Type'] === 'Seq Scan' && blocksOf(node) > 0)
      .map((node) => node['Relation Name']),
    blocks: blocksOf(plan),
  }
}

const due = {
  marketplaces: ['us', 'uk', 'de'],
  urgentSince: new Date(Date.now() - 8 * 3_600_000),
  quietSince: new Date(Date.now() - 90 * 86_400_000),
  limit: 10,
}

describe('the blocks that one batch reads of 50,000 products', () => {
  it('are few for choosing and reading items', async () => {
    const everything = await readingOf((db) =>
      db.selectFrom('products').select('id').where('title', '=', 'x').execute(),
    )
    expect(everything.readWhole).toEqual(['products'])
    expect(everything.blocks).toBeGreaterThan(maxBlocks)
  })

  it.each([
    ['all are due', new Date()],
    ['none is due', new Date('2020-01-01T00:00:00Z')],
  ])('when %s', async (_, now) => {
    const { readWhole, blocks } = await readingOf((db) => selectDueItems(db, { ...due, now }))
    expect(readWhole).toEqual([])
    expect(blocks).toBeLessThan(maxBlocks)
  })

  it('are few for writing the answers', async () => {
    const now = new Date()
    const items = await selectDueItems(database.db, { ...due, now })
    expect(items).toHaveLength(10)
    const verdicts = items.map((item) => ({ ...item, price_cents: 1, price_as_of: now, attention: null }))
    const { readWhole, blocks } = await readingOf((db) => updatePrices(db, verdicts, now))
    expect(readWhole).toEqual([])
    expect(blocks).toBeLessThan(maxBlocks)
  })
})
