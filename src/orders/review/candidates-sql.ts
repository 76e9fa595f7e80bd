import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import { marketplaceCodes } from '../../shared/amazon/marketplaces.ts'
import { cartDays } from '../../shared/attribution.ts'

/**
 * How many products are looked at, those with the most clicks; how many of the latest clicks of each; and how many
 * presses are listed.
 */
const maxProducts = 50
const maxClicks = 2_000
const maxPresses = 3

export type CandidateRow = {
  product_id: string
  short_link_id: string | null
  title: string
  asin: string
  marketplace: string
  payee_id: string
  username: string | null
  is_deleted: boolean
  last_presses: Date[]
}

/**
 * Products of an order’s ASIN in any marketplace, and one that is named; the one pressed last before the order comes
 * first.
 */
export async function selectCandidates(
  db: Kysely<DB>,
  order: { asin: string; order_date: string },
  namedId: string | null,
): Promise<CandidateRow[]> {
  const { rows } = await sql<CandidateRow>`
    with shared as materialized (
      select p.id from products p left join click_totals t on t.product_id = p.id
      where p.marketplace = any (${[...marketplaceCodes]}::text[]) and p.asin = ${order.asin} and not p.asin_is_made_up
        and p.deleted_at is null
      order by t.clicks_count desc nulls last, p.id limit ${maxProducts}
    )
    select p.id as product_id, s.id as short_link_id, p.title, p.asin, p.marketplace, p.payee_id, f.username,
      p.deleted_at is not null as is_deleted, pressed.times as last_presses
    from (select id from shared union select ${namedId}::uuid) as known join products p on p.id = known.id
    left join payees y on y.id = p.payee_id left join profiles f on f.id = y.user_id
    left join lateral (
      select id from short_links where product_id = p.id and not is_of_list order by created_at limit 1) s on true
    cross join lateral (
      select coalesce(array_agg(clicked_at order by clicked_at desc), '{}') as times from (
        select clicked_at from (
          select kind, outcome, clicked_at from clicks
          where product_id = p.id and clicked_at < ${order.order_date}::date + interval '36 hours'
            and clicked_at >= ${order.order_date}::date - interval '1 day' * ${cartDays}
          order by clicked_at desc limit ${maxClicks}) latest
        where kind = 'outbound' and outcome = 'counted' order by clicked_at desc limit ${maxPresses}) presses
    ) pressed
    order by pressed.times[1] desc nulls last, p.id`.execute(db)
  return rows
}
