import { type Kysely, type RawBuilder, sql } from 'kysely'
import { textArray, uuidArray } from '../../platform/database/binary-arrays.ts'
import type { DB } from '../../platform/database/schema.ts'
import { cartDays, visitHours } from '../../shared/attribution.ts'
import type { FlagMeasure } from '../flags/contract.ts'
import { boundsOf, isEvidence, isOwnersOwn, ofPeople } from '../matching/evidence-sql.ts'

/** How many hours of a side are listed, the last ones. */
const maxHours = 48

type SideRow = {
  payee_id: string
  username: string | null
  product_id: string
  short_link_id: string | null
  views: number
  presses: number
  own_visits: number
  networks: number
  visitors: number
  first_at: Date | null
  last_at: Date | null
  flags: { measure: FlagMeasure; day: string; value: number; usual: number }[]
  hours: { hour: string; visits: number }[]
}

type Sql = RawBuilder<unknown>

/**
 * How long before an order visits count for a match or claim, by its rule; a side that five networks proved has the
 * longer window.
 */
const windowOf = (match: Sql, side?: Sql) => sql`(
  case when ${match}.evidence->>'rule' like '%24h%' ${side ? sql`and ${side}->'in_cart' is null` : sql``} then interval ${sql.lit(`${visitHours} hours`)}
    else interval ${sql.lit(`${cartDays * 24} hours`)} end)`

/** The creator that all present evidence names, and the other claimants. */
const claimsThatDisagree = sql`
      union
      select coalesce((s->>'payee_id')::uuid, d.payee_id), coalesce((s->>'product_id')::uuid, d.product_id),
        from_at - ${windowOf(sql`d`, sql`s`)}, until, date_ends
      from o join order_disagreements d using (order_item_id)
      cross join lateral (
        select null::jsonb as s union all select * from jsonb_array_elements(d.evidence->'sides')
      ) sides
      where coalesce(s->>'product_id', d.product_id::text) is not null`

/**
 * Tables for {@link tallyOf}: `side`, the claimed products of some orders with their windows; `visit`, each visit in
 * them once that is evidence. The creator's own visits are marked.
 */
const visitsOf = (ids: readonly string[], reportTimeZone: string, moreClaims = sql``): Sql => sql`
  o as materialized (
    select bounds.*, o.order_item_id, m.evidence, m.product_id, m.payee_id
    from amazon_orders o join order_matches m using (order_item_id)
    cross join lateral ${boundsOf(reportTimeZone)} bounds
    where o.order_item_id = any (${textArray(ids)}::text[])
  ), side as materialized (
    select payee_id, product_id, range_agg(tstzrange(since, until)) as windows,
      max(date_ends) as dates_end
    from (
      select (s->>'payee_id')::uuid as payee_id, (s->>'product_id')::uuid as product_id,
        from_at - ${windowOf(sql`o`, sql`s`)} as since, until, date_ends
      from o cross join lateral jsonb_array_elements(o.evidence->'sides') s
      union
      select payee_id, product_id, from_at - ${windowOf(sql`o`)}, until, date_ends from o where product_id is not null ${moreClaims}
    ) claimed
    group by 1, 2
  ), visit as materialized (
    select s.payee_id, s.product_id, c.kind, c.clicked_at, c.visitor, coalesce(c.network, c.visitor)::bytea as network,
      c.outcome = 'owner' or ${isOwnersOwn(sql`s.payee_id`, sql`s.dates_end`)} as is_own
    from side s cross join lateral unnest(s.windows) as w (span)
    cross join lateral (
      select * from clicks c
      where c.product_id = s.product_id and c.clicked_at >= lower(w.span) and c.clicked_at < upper(w.span)
        and (c.outcome = 'owner' or (c.${ofPeople} and ${isEvidence}))
    ) c
  )`

/**
 * Counts of the visits that meet a condition. Network digests differ from day to day (UTC), so networks are those of
 * the day with the most.
 */
const tallyOf = (visits: Sql): Sql => sql`
  cross join lateral (
    select count(*) filter (where kind = 'view' and not is_own) as views,
      count(*) filter (where kind = 'outbound' and not is_own) as presses,
      count(*) filter (where is_own) as own_visits, count(distinct visitor) filter (where not is_own) as visitors,
      min(clicked_at) as first_at, max(clicked_at) as last_at
    from visit where ${visits}
  ) v
  cross join lateral (
    select coalesce(max(networks), 0)::bigint as networks from (
      select count(distinct network) as networks from visit
      where ${visits} and not is_own group by (clicked_at at time zone 'UTC')::date
    ) d
  ) n`

/** The unusual figures of a side's creator's presses. */
const flagsOf = sql`(
  select coalesce(json_agg(json_build_object('measure', measure, 'day', day, 'value', value, 'usual', usual)
    order by day desc, measure), '[]')
  from press_flags where payee_id = s.payee_id) as flags`

/** The evidence for each claimant of an order by product, the latest visit first. */
export async function selectSides(db: Kysely<DB>, id: string, reportTimeZone: string): Promise<SideRow[]> {
  const visits = sql`product_id = s.product_id`
  const { rows } = await sql<SideRow>`
    with ${visitsOf([id], reportTimeZone, claimsThatDisagree)}
    select s.payee_id, p.username, s.product_id,
      (select id from short_links where product_id = s.product_id order by created_at, id limit 1) as short_link_id,
      v.*, n.networks, h.hours, ${flagsOf}
    from side s
    left join payees y on y.id = s.payee_id
    left join profiles p on p.id = y.user_id
    ${tallyOf(visits)}
    cross join lateral (
      select coalesce(json_agg(json_build_object('hour', hour, 'visits', visits) order by hour), '[]') as hours from (
        select to_char(clicked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:00:00"Z"') as hour, count(*) as visits
        from visit where ${visits} group by 1 order by 1 desc limit ${maxHours}
      ) t
    ) h
    order by v.last_at desc nulls last, s.payee_id, s.product_id`.execute(db)
  return rows
}

type SummedSideRow = Omit<SideRow, 'product_id' | 'short_link_id' | 'hours'> & { hours: number }

/** The evidence for each claimant of some orders, summed. A visit that counts for several of them is counted once. */
export async function selectSummedSides(
  db: Kysely<DB>,
  ids: readonly string[],
  reportTimeZone: string,
): Promise<SummedSideRow[]> {
  const visits = sql`payee_id = s.payee_id`
  const { rows } = await sql<SummedSideRow>`
    with ${visitsOf(ids, reportTimeZone)}
    select s.payee_id, p.username, v.*, n.networks, ${flagsOf},
      (select count(distinct date_trunc('hour', clicked_at, 'UTC')) from visit where ${visits}) as hours
    from (select distinct payee_id from side) s
    left join payees y on y.id = s.payee_id
    left join profiles p on p.id = y.user_id
    ${tallyOf(visits)}
    order by s.payee_id`.execute(db)
  return rows
}

type GroupRow = {
  marketplace: string
  asin: string
  month: string
  reason: string
  claimants: { payee_id: string; username: string | null; avatar_url: string | null }[]
  product_title: string
  orders: number
  commission_cents: number
  currency: string
}

/** The claimants of an order by its match `m`, sorted by id. */
const claimants = sql`coalesce(
  (select array_agg(distinct (s->>'payee_id')::uuid) from jsonb_array_elements(m.evidence->'sides') s),
  array[m.payee_id])`

/** Orders under review, grouped by ASIN, claimants and month; the highest commission first. */
export async function selectReviews(db: Kysely<DB>, limit: number): Promise<GroupRow[]> {
  const { rows } = await sql<GroupRow>`
    select g.marketplace, g.asin, g.month, g.reason, g.product_title, g.orders, g.commission_cents, g.currency, (
      select json_agg(json_build_object('payee_id', c.id, 'username', p.username, 'avatar_url', p.avatar_url) order by c.id)
      from unnest(g.ids) as c (id) left join payees y on y.id = c.id left join profiles p on p.id = y.user_id
    ) as claimants
    from (
      select o.marketplace, o.asin, to_char(m.order_date, 'YYYY-MM') as month, m.review as reason, ${claimants} as ids,
        min(o.product_title) as product_title, count(*) as orders, sum(o.commission_cents)::bigint as commission_cents,
        min(o.currency) as currency
      from order_matches m join amazon_orders o using (order_item_id)
      where m.review is not null and o.observation_id is not null
      group by 1, 2, 3, 4, 5
      order by 8 desc, 1, 2, 3, 4, 5
      limit ${limit}
    ) g
    order by g.commission_cents desc, g.marketplace, g.asin, g.month, g.reason, g.ids`.execute(db)
  return rows
}

/** An order's commission in its currency's smallest unit. */
type OrderWorth = { id: string; cents: number; currency: string }

type Group = { marketplace: string; asin: string; month: string; reason: string; claimants: string[] }

/**
 * The orders of a group that are under review, in the order in which they are locked, with their commission in cents.
 */
export async function selectReviewed(db: Kysely<DB>, group: Group): Promise<OrderWorth[]> {
  const { rows } = await sql<OrderWorth>`
    select m.order_item_id as id, o.commission_cents as cents, o.currency
    from order_matches m join amazon_orders o using (order_item_id)
    where m.review = ${group.reason} and m.order_date >= ${`${group.month}-01`}::date
      and m.order_date < (${`${group.month}-01`}::date + interval '1 month')
      and o.marketplace = ${group.marketplace} and o.asin = ${group.asin} and o.observation_id is not null
      and ${claimants} = ${uuidArray(group.claimants.map((one) => one.toLowerCase()).sort())}::uuid[]
    order by 1`.execute(db)
  return rows
}
