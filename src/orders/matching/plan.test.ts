import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { insertPerson, insertProduct } from '../../../tests/harness/factories.ts'
import { nodesOf, type Plan, watchPlans } from '../../../tests/harness/plans.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { insertWaiting, match, matchOf } from './testing/orders.ts'

/** Tables that grow without end are never scanned as a whole. */
const growing = /^(clicks|amazon_orders|products|short_links|order_|orders_|earnings_ledger)/

let database: TestDatabase
/** One connection, which reports the plans of its statements. */
let observed: Database
const plans: Plan[] = []
let id: string

beforeAll(async () => {
  database = await createTestDatabase()
  const owner = await insertPerson(database.db)
  // Analyzed while nearly empty; autovacuum does not analyze them again.
  await database.owner.pool.query('analyze')
  const filled = [
    'clicks_default',
    'products',
    'amazon_orders',
    'order_observations',
    'short_links',
    'order_matches',
  ]
  for (const table of filled)
    await database.owner.pool.query(`alter table ${table} set (autovacuum_enabled = off)`)

  const product = await insertProduct(database.db, owner, { asin: 'B0BOUGHT00' })
  await database.owner.pool.query(
    `insert into products (user_id, payee_id, amazon_url, marketplace, asin, is_categorized, metadata_source, created_at,
       updated_at)
     select user_id, payee_id, amazon_url, marketplace, 'B' || lpad(n::text, 9, '0'), false, 'owner', now(), now()
     from products, generate_series(1, 5000) as n where id = $1`,
    [product.id],
  )
  // Every product has twenty clicks in July, the one that was bought a thousand.
  await database.owner.pool.query(
    `insert into clicks (product_id, kind, outcome, visitor, clicked_at)
     select id, 'outbound', 'counted', sha256('x'), timestamptz '2026-07-19 10:00+00' - n * interval '1 hour'
     from products, generate_series(1, case id when $1 then 1000 else 20 end) as n`,
    [product.id],
  )
  id = await insertWaiting(database.db, { asin: 'B0BOUGHT00' })
  await database.owner.pool.query(
    `insert into amazon_orders (order_item_id, observation_id, marketplace, order_date, asin, quantity, commission_cents,
       order_status, updated_at)
     select 'other-' || n, observation_id, 'us', order_date, 'B' || lpad(n::text, 9, '0'), 1, 1, 'shipped', now()
     from amazon_orders, generate_series(1, 5000) as n where order_item_id = $1`,
    [id],
  )
  await database.owner.pool.query(
    `insert into order_matches (order_item_id, order_date, confidence, reason, matched_at)
     select order_item_id, order_date, 'unknown', 'Nobody', now() from amazon_orders where order_item_id <> $1`,
    [id],
  )
  // None of these clicks came after a matching.
  await database.owner.pool.query('update late_visits_mark set seen_until = now()')

  // Plans are shown to superusers alone.
  observed = openDatabase(database.owner.address, { max: 1 })
  const client = await observed.pool.connect()
  await watchPlans(client, { log_analyze: 'on', log_format: 'json' }, (message) => {
    const json = message.slice(message.indexOf('{'))
    if (json.startsWith('{')) plans.push(JSON.parse(json).Plan)
  })
  client.release()
}, 120_000)
afterAll(async () => {
  await observed.close()
  await database.close()
})

type Node = ReturnType<typeof nodesOf>[number]
const readOf = (node: Node) =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']

describe('Matching a few orders among many (decision 25)', () => {
  it('looks everything up by key, even with the statistics of empty tables', async () => {
    expect(await match(observed.db)).toMatchObject({ total: 1, high_confidence: 1 })
    expect(await matchOf(database.db, id)).toMatchObject({ confidence: 'high' })
    const ran = plans.flatMap(nodesOf).filter((node) => node['Actual Loops'] > 0)
    const whole = ran.filter((node) => /Seq Scan|Bitmap/.test(node['Node Type']))
    expect(whole.map((node) => node['Relation Name'] ?? '').filter((name) => growing.test(name))).toEqual([])
    // Matches are found by order, or by the indexes of provisional matches and of those to decide again.
    const ofMatches = ran.filter((node) => node['Relation Name'] === 'order_matches' && node['Index Name'])
    expect(new Set(ofMatches.map((node) => node['Index Name']))).toEqual(
      new Set(['order_matches_pkey', 'order_matches_provisional', 'order_matches_look_again']),
    )

    const ofAsin = ran.filter((node) => node['Index Name'] === 'products_of_asin')
    expect(ofAsin.map((node) => node['Index Cond'])).toContain(
      '((marketplace = o_1.marketplace) AND (asin = o_1.asin))',
    )
    // In a month without clicks any index will do.
    const lookUps = ran.filter(
      (node) => node['Relation Name']?.startsWith('clicks_') && (node['Index Cond'] || readOf(node) > 0),
    )
    expect(lookUps.length).toBeGreaterThan(0)
    for (const node of lookUps) {
      expect(node['Index Cond']).toMatch(
        /^\(\((product_id = .*clicked_at >= .*clicked_at < |visitor\)::bytea = )|^\(uuid_extract_timestamp\(id\) > /,
      )
      expect(readOf(node)).toBeLessThanOrEqual(1)
    }
  })

  it('reads a flood from few networks once for all orders of a product (decision 34)', async () => {
    const clicks = 2_000
    const [flooded, rival] = await Promise.all(
      // Views, and presses that name them.
      [clicks, 3].map(async (count) => {
        const product = await insertProduct(database.db, await insertPerson(database.db), {
          asin: 'B0FLOODED0',
        })
        await database.owner.pool.query(
          `insert into clicks (product_id, kind, outcome, visitor, network, clicked_at, view_event_id)
           select $1::uuid, case n % 2 when 0 then 'outbound' else 'view' end, 'counted', sha256('x'),
             substr(sha256(int4send(n % 4)), 1, 16), timestamptz '2026-07-19 10:00+00' - n * interval '20 minutes',
             md5($1::uuid::text || n / 2)::uuid
           from generate_series(2, $2::int) as n`,
          [product.id, count],
        )
        return product
      }),
    )
    const ids: string[] = []
    for (let minute = 0; minute < 10; minute++)
      ids.push(
        await insertWaiting(database.db, {
          asin: 'B0FLOODED0',
          ordered_at: new Date(Date.UTC(2026, 6, 19, 12, minute)),
        }),
      )
    plans.length = 0
    expect(await match(observed.db)).toMatchObject({ total: 10, review: 10 })
    const { evidence } = (await matchOf(database.db, ids[0] as string)) ?? {}
    const sides = (evidence as { sides: { product_id: string; networks: number }[] }).sides
    expect(new Map(sides.map(({ product_id, networks }) => [product_id, networks]))).toEqual(
      new Map([
        [flooded?.id, 4],
        [rival?.id, 2],
      ]),
    )
    const read = plans
      .flatMap(nodesOf)
      .filter((node) => node['Actual Loops'] > 0 && node['Relation Name']?.startsWith('clicks_'))
    expect(read.reduce((sum, node) => sum + readOf(node), 0)).toBeLessThan(4 * clicks)
  })
})
