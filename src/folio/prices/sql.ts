import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import type { Check, DueItem, Verdict } from './rules.ts'

const mostPopular = 20

type Due = { marketplaces: string[]; now: Date; urgentSince: Date; quietSince: Date; limit: number }

/**
 * Items of one shop that are due, at most `limit`: those due since `urgentSince` first, then the most clicked. Each
 * popularity is a range of the index, so few rows are read however many are due.
 */
export async function selectDueItems(
  db: Kysely<DB>,
  { marketplaces, now, urgentSince, quietSince, limit }: Due,
): Promise<DueItem[]> {
  const { rows } = await sql<DueItem>`
    with due as (
      select i.*, i.next_check_at <= ${urgentSince} as is_urgent
      from unnest(${marketplaces}::text[]) as shop (marketplace)
      cross join generate_series(0, ${mostPopular}::int) as clicked (popularity)
      cross join lateral (
        select * from item_checks c
        where c.marketplace = shop.marketplace and c.popularity = clicked.popularity and c.next_check_at <= ${now}
        order by c.next_check_at limit ${limit}
      ) as i
    ), batch as (
      select * from due
      where marketplace = (
        select marketplace from due order by is_urgent desc, popularity desc, next_check_at limit 1)
      order by is_urgent desc, popularity desc, next_check_at limit ${limit}
    )
    select b.marketplace, b.asin, b.missed_at, count(p.id) > 0 as is_linked,
      not coalesce(bool_or(p.created_at > ${quietSince} or exists (
        select from clicks c
        where c.product_id = p.id and c.clicked_at > ${quietSince} and c.outcome = 'counted')), false) as is_quiet
    from batch b
    left join products p on p.asin = b.asin and p.marketplace = b.marketplace
      and p.deleted_at is null and not p.asin_is_made_up
    group by b.marketplace, b.asin, b.missed_at`.execute(db)
  return rows
}

/**
 * Makes this transaction give up after waiting half a second for a lock. The database ends one of two deadlocked
 * transactions after a second, and it must never be a person's.
 */
export async function giveWay(db: Kysely<DB>): Promise<void> {
  await sql`set local lock_timeout = '500ms'`.execute(db)
}

/** Stores when items are read again. */
export async function scheduleChecks(db: Kysely<DB>, checks: Check[]): Promise<void> {
  await sql`
    update item_checks c set missed_at = n.missed_at, next_check_at = n.next_check_at
    from json_to_recordset(${JSON.stringify(checks)}) as n (
      marketplace text, asin text, missed_at timestamptz, next_check_at timestamptz)
    where c.marketplace = n.marketplace and c.asin = n.asin`.execute(db)
}

/**
 * Writes the readings to all live products of the items, in one statement. Version, `updated_at` and details that
 * owners may have rewritten stay; sample products get no price.
 */
export async function updatePrices(db: Kysely<DB>, verdicts: Verdict[], now: Date): Promise<void> {
  await sql`
    with said as (
      select p.id, v.attention,
        case when p.metadata_source <> 'sample' then v.price_cents end as price_cents,
        case when p.metadata_source <> 'sample' then v.price_as_of end as price_as_of
      from json_to_recordset(${JSON.stringify(verdicts)}) as v (
        marketplace text, asin text, price_cents int, price_as_of timestamptz, attention text)
      join products p on p.asin = v.asin and p.marketplace = v.marketplace
      where p.deleted_at is null and not p.asin_is_made_up
    )
    update products p set price_cents = said.price_cents, price_as_of = said.price_as_of, attention = said.attention,
      attention_since = case
        when said.attention = p.attention then p.attention_since
        when said.attention is not null then ${now}::timestamptz end
    from said
    where p.id = said.id and p.deleted_at is null
      and (p.price_cents, p.price_as_of, p.attention)
        is distinct from (said.price_cents, said.price_as_of, said.attention)`.execute(db)
}

/** Counts again how often each item's live products were clicked, in powers of two. */
export async function rankItems(db: Kysely<DB>): Promise<void> {
  await sql`
    update item_checks c set popularity = counted.popularity
    from (
      select p.marketplace, p.asin,
        least(${mostPopular}::int, floor(log(2, sum(t.clicks_count) + 1)))::smallint as popularity
      from products p join click_totals t on t.product_id = p.id
      where p.deleted_at is null and not p.asin_is_made_up
      group by p.marketplace, p.asin
    ) as counted
    where c.marketplace = counted.marketplace and c.asin = counted.asin and c.popularity <> counted.popularity`.execute(
    db,
  )
}

/** Makes items due `now` whose next reading is after `latest`, the longest possible delay. */
export async function recallChecks(
  db: Kysely<DB>,
  { now, latest }: Record<'now' | 'latest', Date>,
): Promise<void> {
  await sql`
    update item_checks set next_check_at = ${now}, missed_at = null where next_check_at > ${latest}`.execute(
    db,
  )
}
