import type { CompiledQuery, Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queriesOf } from '../../../bench/reference/queries.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { insertPerson, insertProduct } from '../../../tests/harness/factories.ts'
import { blocksOf, nodesOf, planOf, plansOf } from '../../../tests/harness/plans.ts'
import { withoutTriggers } from '../../../tests/harness/without-triggers.ts'
import { listAudit } from '../../audit/service.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Context } from '../../platform/context.ts'
import type { DB } from '../../platform/database/schema.ts'
import { findOrder } from '../review/orders.ts'
import { findPipeline } from '../runs/service.ts'
import { addTrackingId } from '../tracking-ids/service.ts'
import { writeOrderCursor } from './rules.ts'
import { listOrders } from './service.ts'

const orders = 60_000
/** Blocks of 8 kB that a page may read: 51 orders with match, creator and ledger, each by key, take some 700. */
const maxBlocks = 1_500
/** A search may look up 5,000 orders by their keys, eight blocks each, or read those of one creator or link. */
const blocksOfSearch = 50_000

let database: TestDatabase
let admin: string
beforeAll(async () => {
  database = await createTestDatabase()
  const creator = await insertPerson(database.db, { username: 'ana-plans' })
  admin = creator.userId
  const { id: product, shortLinkId } = await insertProduct(database.db, creator)
  // A tenth is Ana's by a link; half is matched, a third has ledger rows, a few wait. Nothing is analyzed.
  const run = (statement: string, values: unknown[] = []) => database.owner.pool.query(statement, values)
  const batch = await run(
    `insert into import_batches (file_hash, format, marketplace, report_as_of, created_at)
     values (sha256('x'), 'folio_csv', 'us', now(), now()) returning id`,
  )
  // A third are lamps; some ASINs have no others of the name.
  await run(
    `create function title_of(asin text) returns text language sql as $$
       select case when right(asin, 2) = '42' then 'A samovar ' else 'A lamp ' end || right(asin, 3) $$`,
  )
  await withoutTriggers(database, async (run) => {
    await run(
      `with reported as (
         insert into order_observations (batch_id, line, order_item_id, order_date, asin, quantity, commission_cents,
           order_status, sub_tag, tracking_id, content_hash)
         select $1, n, '113-' || lpad((n * 7919 % 10000000)::text, 7, '0') || '-' || n, date '2026-01-01' + n % 300,
           'B' || lpad((n % 500)::text, 9, '0'), 1, 100 + n % 900, 'shipped',
           case when n % 10 = 0 then $2 end, case when n % 3 = 0 then 'folio-20' end, sha256(n::text::bytea)
         from generate_series(1, $3::int) n
         returning *
       )
       insert into amazon_orders (order_item_id, observation_id, marketplace, order_date, asin, quantity,
         commission_cents, order_status, sub_tag, tracking_id, product_title, updated_at)
       select order_item_id, id, case when line % 5000 = 0 then 'de' else 'us' end, order_date, asin, quantity,
         commission_cents, order_status, sub_tag, tracking_id, title_of(asin), now() from reported`,
      [batch.rows[0].id, shortLinkId, orders],
    )
    await run(
      `insert into order_matches (order_item_id, order_date, confidence, payee_id, product_id, short_link_id, reason,
         matched_at)
       select order_item_id, order_date, case when sub_tag is null then 'unknown' else 'high' end,
         case when sub_tag is not null then $1::uuid end, case when sub_tag is not null then $2::uuid end, sub_tag,
         'Because', now()
       from amazon_orders where commission_cents % 2 = 0`,
      [creator.payeeId, product],
    )
    await run(
      `insert into order_titles select distinct asin, product_title from amazon_orders
       union select 'C' || lpad(n::text, 9, '0'), 'A chair ' || n from generate_series(1, 20000) n`,
    )
  })
  await run(
    `insert into orders_to_match select order_item_id, order_date from amazon_orders where commission_cents % 20 = 0`,
  )
  await run(
    `insert into earnings_ledger (payee_id, order_item_id, product_id, pair_sequence, transaction_type,
       gross_commission_cents, platform_fee_cents, user_amount_cents, fee_bps, available_on, created_at)
     select payee_id, order_item_id, product_id, 1, 'commission', 100, 20, 80, 2000, '2026-11-29',
       now() - random() * interval '90 days'
     from order_matches where confidence = 'high'`,
  )
  await run(
    `insert into tracking_ids (tag, marketplace, payee_id, valid_from, created_at)
             select 'tag-' || n, 'us', $1, '2026-01-01', now() from generate_series(1, 200) n`,
    [creator.payeeId],
  )
  await run(
    `update amazon_orders set review_reason = 'restated_ambiguously' where commission_cents % 100 = 1`,
  )
  await run(
    `update order_matches set review = 'several_creators' where confidence = 'high' and order_date < '2026-03-01'`,
  )
  await run(`insert into admin_audit (action, subject, created_at)
             select 'run.start', n::text, now() from generate_series(1, 5000) n`)
}, 300_000)
afterAll(() => database.close())

type Operation = (context: Context) => Promise<unknown>

const contextOf = (db: Kysely<DB>): Context => ({
  db,
  clock: systemClock,
  actor: { userId: admin, sessionId: admin, role: 'admin' },
})

/** Tables that grow with every report. */
const growing = /^(amazon_orders|order_matches|order_observations|earnings_ledger|admin_audit)$/

async function readingOf(operation: Operation) {
  const plans = await plansOf(database.pool, (db) => operation(contextOf(db)))
  return {
    readWhole: plans
      .flatMap(nodesOf)
      .filter((node) => node['Node Type'] === 'Seq Scan' && node['Actual Loops'] > 0)
      .map((node) => node['Relation Name'] ?? '')
      .filter((name) => growing.test(name)),
    blocks: plans.reduce((sum, plan) => sum + blocksOf(plan), 0),
  }
}

const half = writeOrderCursor({ key: '2026-05-01', orderItemId: '113-5000000-1' })
const states = [
  'all',
  'waiting',
  'high',
  'manual',
  'unknown',
  'with_ledger',
  'under_review',
  'withdrawn',
] as const
const pages: Record<string, Operation> = {
  ...Object.fromEntries(states.map((state) => [state, (context: Context) => listOrders(context, { state })])),
  ...Object.fromEntries(
    (['all', 'waiting', 'high', 'unknown', 'under_review'] as const).map((state) => [
      `${state}, further down`,
      (context: Context) => listOrders(context, { state, cursor: half }),
    ]),
  ),
  'one order': async (context) => {
    const [first] = (await listOrders(context, { state: 'with_ledger' })).items
    return findOrder(context, { reportTimeZone: 'UTC', aloneCents: 1e6 }, `${first?.order_item_id}`)
  },
  'the audit log': (context) => listAudit(context, {}),
}
const searches = [
  '113-0',
  '113-',
  '7919-1',
  'B000000042',
  'folio-20',
  'ana-plans',
  'lamp',
  'samovar 042',
  'nothing',
].flatMap((q) => states.map((state) => ({ q, state })))

const sorts = ['newest', 'oldest', 'highest', 'lowest'] as const
const filters: Record<string, Partial<Parameters<typeof listOrders>[1]>> = {
  'a day': { from: '2026-03-01', to: '2026-03-01' },
  'half a year': { from: '2026-05-01' },
  'much worth': { min: 9.98 },
  'more than a little worth': { min: 3 },
  'the main marketplace': { marketplace: 'us' },
  'another marketplace': { marketplace: 'de' },
  'what nothing is of': { marketplace: 'sg', min: 500, to: '2020-01-01' },
  'the days of a part of an id': { q: '7919-1', from: '2026-02-01', to: '2026-06-01' },
  'what a creator’s are worth': { q: '@ana-plans', min: 5, marketplace: 'us' },
}
const filtered = Object.entries(filters).flatMap(([name, filter]) =>
  [undefined, ...sorts].flatMap((sort) => states.map((state) => ({ name, filter, state, sort }))),
)

describe('what one call reads before anything was analyzed', () => {
  it.each(Object.entries(pages))('%s', async (_, operation) => {
    expect((await readingOf(operation)).readWhole).toEqual([])
  })

  // Parts of ids are sought in an index that is smaller than the table only once the table is vacuumed.
  const known = searches.filter(({ q }) => !/^[\d-]+$/.test(q))
  it.each(known.filter(({ state }) => state === 'all' || state === 'high'))(
    'searching for $q among $state',
    async ({ q, state }) => {
      const search: Operation = (context) => listOrders(context, { state, q })
      expect((await readingOf(search)).readWhole).toEqual([])
    },
  )
})

describe('what one call reads of 60,000 orders', () => {
  beforeAll(async () => {
    await database.owner.pool.query('vacuum analyze')
  })

  it.each(Object.entries(pages))('%s', async (_, operation) => {
    const { readWhole, blocks } = await readingOf(operation)
    expect(readWhole).toEqual([])
    expect(blocks).toBeLessThan(maxBlocks)
  })

  it.each(searches)('searching for $q among $state', async ({ q, state }) => {
    const { readWhole, blocks } = await readingOf((context) => listOrders(context, { state, q }))
    expect(readWhole).toEqual([])
    expect(blocks).toBeLessThan(blocksOfSearch)
  })

  it.each(filtered)('$name among $state by $sort', async ({ filter, state, sort }) => {
    const { readWhole, blocks } = await readingOf((context) =>
      listOrders(context, { ...filter, state, sort }),
    )
    expect(readWhole).toEqual([])
    expect(blocks).toBeLessThan(blocksOfSearch)
  })

  it('titles with rare words are found by their index', async () => {
    const plans = await plansOf(database.pool, (db) =>
      listOrders(contextOf(db), { state: 'all', q: 'samovar 042' }),
    )
    const read = plans.flatMap(nodesOf).filter((node) => node['Node Type'] === 'Seq Scan')
    expect(read.map((node) => node['Relation Name'])).not.toContain('order_titles')
  })

  it('what waits is found by its index when only the older half waits', async () => {
    await database.owner.pool.query(`delete from orders_to_match where order_date > '2026-05-01'`)
    // As autovacuum would sooner or later; until then the index also leads to deleted rows.
    await database.owner.pool.query('vacuum orders_to_match')
    const { readWhole, blocks } = await readingOf((context) => listOrders(context, { state: 'waiting' }))
    expect(readWhole).toEqual([])
    expect(blocks).toBeLessThan(maxBlocks)
  })
})

describe('giving a tracking id', () => {
  it('finds the orders of its days by the index', async () => {
    // Somebody else than the admin, whose own money a second one decides about.
    await insertPerson(database.db, { username: 'ben-plans' })
    const queries: CompiledQuery[] = await queriesOf(database.pool, (db) =>
      addTrackingId(
        contextOf(db),
        {
          ...{ tag: 'folio-20', marketplace: 'us', username: 'ben-plans' },
          ...{ valid_from: '2026-02-01', valid_to: '2026-02-03' },
        },
        { aloneCents: 1e9 },
      ),
    )
    const queueing = queries.find(({ sql }) => sql.includes('insert into orders_to_match'))
    const nodes = nodesOf(await planOf(database.pool, queueing as CompiledQuery))
    expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan')
  })
})

describe('the pipeline', () => {
  it('counts by indexes alone', async () => {
    const { readWhole } = await readingOf((context) => findPipeline(context, { tags: {} }))
    expect(readWhole).not.toContain('amazon_orders')
  })
})
