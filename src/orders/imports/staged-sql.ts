import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import type { FewerRows, LateRows } from './doubt-rules.ts'
import { stagingTable } from './reports/sql.ts'
import type { Db } from './sql.ts'

type Staged = {
  total: number
  first_day: string | null
  last_day: string | null
  /** Their sum. */
  cents: number
  has_own_sub_tags: boolean
}

/** The content of a staging table: order items, their days, and whether some have a sub tag of ours. */
export async function measureStaged(db: Db, importId: string): Promise<Staged> {
  const { rows } = await sql<Staged>`
    select count(*)::int as total, min(order_date) as first_day, max(order_date) as last_day,
      coalesce(sum(commission_cents), 0)::bigint as cents,
      exists (
        select from ${sql.table(stagingTable(importId))} s join short_links l on l.id = lower(s.sub_tag)
        where s.sub_tag is not null
      ) as has_own_sub_tags
    from ${sql.table(stagingTable(importId))}`.execute(db)
  return rows[0] as Staged
}

/** The days of a staged Fee-Earnings file for which an older counting file has more rows (decision 24). */
export async function selectFewerRows(db: Db, importId: string): Promise<FewerRows[]> {
  const table = sql.table(stagingTable(importId))
  const { rows } = await sql<FewerRows>`
    select reported.day, stood.count as before, reported.count as after, stood.cents - reported.cents as cents_less
    from import_batches b
    cross join lateral (
      select days.day, count(s.line)::int as count, coalesce(sum(s.commission_cents), 0)::bigint as cents
      from (select order_date as day from ${table} union select unnest(b.period_days)) days
      left join ${table} s on s.order_date = days.day
      group by days.day
    ) reported
    join import_days d on d.marketplace = b.marketplace and d.format = b.format and d.day = reported.day and d.counts
    join import_batches older on older.id = d.import_id
      and (older.report_as_of, older.file_hash) < (b.report_as_of, b.file_hash)
    cross join lateral (
      select count(*)::int as count, coalesce(sum(commission_cents), 0)::bigint as cents
      from order_observations where batch_id = older.id and order_date = reported.day offset 0
    ) stood
    where b.id = ${importId} and b.format = 'fee_earnings' and stood.count > reported.count
    order by reported.day`.execute(db)
  return rows
}

/**
 * Rows of newer standing reports that would belong to other orders, had this staged Fee-Earnings file come before
 * (decision 33). For each day the file is compared with the one it was paired with and the next newer one: a key is
 * listed where one of the three has a row in the position of another, or lacks what both others have. Includes the
 * first twenty rows.
 */
export async function selectLateRows(db: Db, importId: string): Promise<LateRows> {
  const { rows } = await sql<LateRows>`
    with later as materialized (
      select mine.day, n.import_id, n.paired_id
      from import_batches b
      cross join lateral (
        select distinct order_date as day from ${sql.table(stagingTable(importId))} union select unnest(b.period_days)
      ) mine
      cross join lateral (
        select d.import_id, d.paired_id
        from import_days d join import_batches newer on newer.id = d.import_id
        where (d.marketplace, d.format, d.day) = (b.marketplace, b.format, mine.day) and d.stands
          and (newer.report_as_of, newer.file_hash) > (b.report_as_of, b.file_hash)
        order by newer.report_as_of, newer.file_hash limit 1
      ) n
      where b.id = ${importId} and b.format = 'fee_earnings'
    ), sides as (
      select r.day, r.fee_key, r.sub_tag, r.cents, r.pieces, r.ordinal, 'next' as side, r.observation_id
      from later l cross join lateral (select * from fee_rows where import_id = l.import_id and day = l.day offset 0) r
      union all
      select r.day, r.fee_key, r.sub_tag, r.cents, r.pieces, r.ordinal, 'before', null
      from later l cross join lateral (select * from fee_rows where import_id = l.paired_id and day = l.day offset 0) r
      union all
      select order_date, fee_key, lower(coalesce(sub_tag, '')), commission_cents, quantity, row_number() over (
        partition by order_date, fee_key, lower(coalesce(sub_tag, '')), commission_cents, quantity), 'mine', null
      from ${sql.table(stagingTable(importId))} where order_date in (select day from later)
    ), known as (
      select day, fee_key, sub_tag, any_value(observation_id) as observation_id,
        bool_or(side = 'before') as is_before, bool_or(side = 'mine') as is_mine, bool_or(side = 'next') as is_next
      from sides group by day, fee_key, sub_tag, cents, pieces, ordinal
    ), differing as (
      select day, fee_key, sub_tag from known group by day, fee_key, sub_tag
      having bool_or(is_mine <> is_before) and bool_or(is_mine <> is_next) and bool_or(is_next) and (
        bool_or(is_next and not is_before) and bool_or(is_before and not is_next)
        or bool_or(is_mine and not is_before) and bool_or(is_before and not is_mine)
        or bool_or(is_next and not is_mine) and bool_or(is_mine and not is_next)
        or bool_or(is_before and is_next and not is_mine))
    ), reported as (
      select k.day, s.asin, s.commission_cents as cents
      from known k join differing using (day, fee_key, sub_tag) join order_observations s on s.id = k.observation_id
    )
    select count(*)::int as count, coalesce(sum(cents), 0)::bigint as cents,
      (select coalesce(jsonb_agg(t order by t.day, t.asin, t.cents), '[]')
       from (select * from reported order by day, asin, cents limit 20) t) as rows
    from reported`.execute(db)
  return rows[0] as LateRows
}

/**
 * Folds the keys of rows in force that were stored with a tracking id in capitals. Keys are hashes: a row's tracking id
 * is known again only once a file has the same tracking id, seller, device and direct sale (decision 33). A key is
 * folded only as a whole, and only if no rows have the folded one: so returns take as before, and orders keep their
 * ids.
 */
export const foldEarlierKeys = (db: Db, importId: string) =>
  sql`
    with reported as materialized (
      select distinct sale_key, lower(tracking_id) as tag, right(fee_key, 12) as digits
      from ${sql.table(stagingTable(importId))} where tracking_id is not null
    ), known as materialized (
      select r.observation_id, r.order_item_id, r.name as name_before, r.fee_key as key_before, r.key,
        fee_row_name(r.key, r.sub_tag, r.day, r.cents, r.pieces, r.ordinal) as name
      from (
        select r.*, left(r.fee_key, -12) || t.digits as key
        from reported t
        join fee_rows r on r.sale_key = t.sale_key and r.key_as_written
        join order_observations s on s.id = r.observation_id and lower(s.tracking_id) = t.tag
      ) r
    ), folded as materialized (
      select * from known k
      where k.key not in (select key from known group by key having count(distinct key_before) > 1)
        and not exists (select from fee_rows r where r.fee_key = k.key)
    ), named as (
      -- Orders that begin with such a row keep their ids.
      insert into earlier_order_ids (name, order_item_id)
      select distinct on (f.order_item_id) f.name || substr(before.name, length(f.name_before) + 1), f.order_item_id
      from folded f
      left join earlier_order_ids e on e.order_item_id = f.order_item_id
      cross join lateral (select coalesce(e.name, f.order_item_id) as name) before
      where before.name = f.name_before or before.name ^@ (f.name_before || '-')
      order by f.order_item_id
      on conflict (order_item_id) do update set name = excluded.name
    )
    update fee_rows r set fee_key = f.key, name = f.name, key_as_written = false
    from folded f where f.observation_id = r.observation_id`.execute(db)

/**
 * Makes one row of several rows of an order item, each of which takes its own part
 * (docs/product/reports.md#rows-of-one-id): quantities and amounts of shipped rows are summed, of pending ones if none
 * is shipped, else of cancelled ones. Everything else comes from the first of these rows, or from the one with the most
 * money if they differ in product or sub tag (decision 33). Returns are stored (decision 39) and subtracted, never
 * below zero. An item with returns alone was returned.
 */
export async function combineRows(db: Kysely<DB>, importId: string): Promise<void> {
  const table = sql.table(stagingTable(importId))
  await sql`
    with several as (
      select s.*, s.quantity < 0 or s.commission_cents < 0 as is_reversed,
        s.quantity < 0 or s.commission_cents < 0 or s.order_status = 'returned' as is_return,
        to_char(coalesce(s.shipped_on, s.order_date), 'YYYY-MM') as month,
        array_position(array['cancelled', 'pending', 'shipped'], s.order_status) as rank
      from ${table} s
      where s.quantity < 0 or s.commission_cents < 0 or s.order_status = 'returned' or s.order_item_id in (
        select order_item_id from ${table} group by order_item_id having count(*) > 1)
    ), ranked as (
      select *, not is_return and rank = max(rank) filter (where not is_return) over (partition by order_item_id) as counts
      from several
    ), whole as (
      select order_item_id, coalesce(
          case when (min(asin) filter (where counts), min(lower(coalesce(sub_tag, ''))) filter (where counts))
              = (max(asin) filter (where counts), max(lower(coalesce(sub_tag, ''))) filter (where counts))
            then min(line) filter (where counts)
            else (array_agg(line order by commission_cents desc, asin, lower(coalesce(sub_tag, '')) collate "C", line)
              filter (where counts))[1]
          end, min(line)) as line,
        least(sum(quantity), 1000000000) as quantity, greatest(sum(commission_cents), 0) as cents,
        case when bool_or(counts) then least(sum(quantity) filter (where counts), 1000000000)::integer end as bought,
        (sum(commission_cents) filter (where counts))::bigint as worth, max(order_status) filter (where counts) as bought_status,
        sum_months(jsonb_build_object(month, commission_cents)) filter (where counts and order_status = 'shipped') as months,
        jsonb_agg(jsonb_build_object(
          'day', coalesce(shipped_on, order_date), 'cents', abs(commission_cents), 'reversed', is_reversed,
          -- A return without pieces and amount covers the whole item.
          'pieces', case when quantity <> 0 or commission_cents <> 0 then abs(quantity) end
        ) order by coalesce(shipped_on, order_date), is_reversed, abs(quantity), abs(commission_cents)) filter (where is_return) as returns
      from ranked group by order_item_id
    ), dropped as (
      delete from ${table} s using whole w where s.order_item_id = w.order_item_id and s.line <> w.line
      returning s.order_item_id, s.line, s.commission_cents
    ), listed as (
      insert into import_rows (import_id, outcome, order_item_id, line, cents)
      select ${importId}::uuid, 'combined', order_item_id, line, commission_cents from dropped order by order_item_id, line
    )
    update ${table} s
    set told_cents = s.commission_cents, quantity = coalesce(l.pieces, w.bought, w.quantity),
      commission_cents = coalesce(l.cents, w.worth, w.cents),
      other_months = nullif(w.months - to_char(coalesce(s.shipped_on, s.order_date), 'YYYY-MM'), '{}'),
      order_status = case
        when w.bought is null or l.is_full or l.cents = 0 and (w.worth > 0 or l.pieces = 0) then 'returned'
        else w.bought_status end,
      returns = case when w.returns is not null then jsonb_strip_nulls(jsonb_build_object(
        'quantity', w.bought, 'cents', w.worth, 'status', w.bought_status, 'returns', w.returns)) end
    from whole w left join lateral left_of_purchase(w.bought, w.worth, w.returns) l on w.bought is not null and w.returns is not null
    where s.order_item_id = w.order_item_id and s.line = w.line`.execute(db)
}
