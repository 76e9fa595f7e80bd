import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import type { Click } from '../recording/recorder.ts'
import { peoplesAgents } from './agents.ts'

/** A click by one and the same person on a phone, unless `values` say otherwise. */
export const clickOn = (productId: string, values: Partial<Click> = {}): Click => ({
  productId,
  kind: 'view',
  eventId: null,
  viewEventId: null,
  claim: 'counted',
  viewerId: null,
  address: '192.0.2.1',
  userAgent: peoplesAgents['Safari on an iPhone'],
  referrer: 'https://l.instagram.com/',
  automation: null,
  site: 'instagram.com',
  country: null,
  ...values,
})

/** A made-up IPv4 address, another for each number. */
export const addressOf = (n: number) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`

/** A product's stored clicks as `view counted`, oldest first. */
export async function storedClicks(db: Kysely<DB>, productId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('clicks')
    .select(['kind', 'outcome'])
    .where('product_id', '=', productId)
    .orderBy('clicked_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => `${row.kind} ${row.outcome}`)
}

/** The product's running total. */
export async function clicksCount(db: Kysely<DB>, productId: string): Promise<number> {
  const row = await db
    .selectFrom('click_totals')
    .select('clicks_count')
    .where('product_id', '=', productId)
    .executeTakeFirstOrThrow()
  return row.clicks_count
}

/** Products whose running total differs from their counted views; there must never be one. */
export async function wrongCounters(db: Kysely<DB>): Promise<unknown[]> {
  return db
    .selectFrom('click_totals')
    .leftJoin('clicks', (join) =>
      join
        .onRef('clicks.product_id', '=', 'click_totals.product_id')
        .on('clicks.kind', '=', 'view')
        .on('clicks.outcome', '=', 'counted'),
    )
    .groupBy('click_totals.product_id')
    .select((of) => ['click_totals.product_id', 'clicks_count', of.fn.count('clicks.id').as('rows')])
    .having((of) => of('clicks_count', '<>', of.fn.count<number>('clicks.id')))
    .execute()
}

/** Totals of deltas that differ from the rows, while none have been folded; there must never be one. */
export async function wrongDeltas(db: Kysely<DB>): Promise<unknown[]> {
  const { rows } = await sql`
    with counted as (
      select product_id, quarter_of(clicked_at) as quarter, kind::text, outcome::text, automation::text, site::text,
        country::text, count(*) as clicks
      from clicks group by 1, 2, 3, 4, 5, 6, 7
    ), summed as (
      select product_id, quarter, kind, outcome, automation, site, country, sum(clicks)::bigint as clicks
      from click_deltas group by 1, 2, 3, 4, 5, 6, 7
    )
    (table counted except table summed) union all (table summed except table counted)`.execute(db)
  return rows
}
