import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import { stagingTable } from '../reports/sql.ts'
import type { FewerRows } from './doubt-rules.ts'
import type { Db } from './effect-sql.ts'

type Staged = {
  total: number
  first_day: string | null
  last_day: string | null
  /** What they come to. */
  cents: number
  has_own_sub_tags: boolean
}

/** What a staging table holds: order items, their days, and whether some were bought through a short link of ours. */
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

/**
 * Whether all that a staged Folio CSV says of orders is what they are: no report that stands is as new, none of its ids is
 * told in parts, by it or by another, and no ship date says that some do not pay.
 */
export async function isLastWord(
  db: Db,
  { id, report_as_of }: { id: string; report_as_of: Date },
): Promise<boolean> {
  const { rows } = await sql<{ is_last: boolean }>`
    select not exists (
      select from import_batches
      where state = 'merged' and undone_at is null and format = 'folio_csv' and report_as_of >= ${report_as_of}
        and id <> ${id}
    ) and not exists (
      select from ${sql.table(stagingTable(id))}
      where reported_id is not null or order_item_id in (select reported_id from order_parts)
    ) and not exists (
      -- Returns of Fee-Earnings may take from such orders.
      select from ${sql.table(stagingTable(id))} s join import_batches b on b.id = ${id}
      where 'fee-' || b.marketplace || '-' || s.asin in (select left(fee_key, -13) from fee_rows where cents < 0)
    ) and not exists (
      select from import_batches b join paying_dates p on p.marketplace = b.marketplace where b.id = ${id}
    ) as is_last`.execute(db)
  return rows[0]?.is_last ?? false
}

/** The days of a staged Fee-Earnings file of which an older one that counts has more rows (decision 0024). */
export async function selectFewerRows(db: Db, importId: string): Promise<FewerRows[]> {
  const table = sql.table(stagingTable(importId))
  const { rows } = await sql<FewerRows>`
    select told.day, stood.count as before, told.count as after, stood.cents - told.cents as cents_less
    from import_batches b
    cross join lateral (
      select days.day, count(s.line)::int as count, coalesce(sum(s.commission_cents), 0)::bigint as cents
      from (select order_date as day from ${table} union select unnest(b.period_days)) days
      left join ${table} s on s.order_date = days.day
      group by days.day
    ) told
    join import_days d on d.marketplace = b.marketplace and d.format = b.format and d.day = told.day and d.counts
    join import_batches older on older.id = d.import_id
      and (older.report_as_of, older.file_hash) < (b.report_as_of, b.file_hash)
    cross join lateral (
      select count(*)::int as count, coalesce(sum(commission_cents), 0)::bigint as cents
      from order_observations where batch_id = older.id and order_date = told.day offset 0
    ) stood
    where b.id = ${importId} and b.format = 'fee_earnings' and stood.count > told.count
    order by told.day`.execute(db)
  return rows
}

/**
 * Makes one row of the several rows of an order item, and says of each return what came back (decision 39). Quantities
 * and amounts of what was bought are summed, its status is the highest of its rows, and all else is as the first of them
 * says, or where they differ in product or sub tag as the one of the most money does, wherever it stands (decision 36);
 * returns take from it, never below zero. An item of which returns alone are told was returned.
 */
export async function combineRows(db: Kysely<DB>, importId: string): Promise<void> {
  const table = sql.table(stagingTable(importId))
  await sql`
    with several as (
      select s.*, s.quantity < 0 or s.commission_cents < 0 as is_reversed,
        s.quantity < 0 or s.commission_cents < 0 or s.order_status = 'returned' as is_return,
        order_status_rank(s.order_status) as rank
      from ${table} s
      where s.quantity < 0 or s.commission_cents < 0 or s.order_status = 'returned' or s.order_item_id in (
        select order_item_id from ${table} group by order_item_id having count(*) > 1)
    ), whole as (
      select order_item_id, coalesce(
          case when (min(asin), min(lower(coalesce(sub_tag, '')))) = (max(asin), max(lower(coalesce(sub_tag, ''))))
            then min(line) filter (where not is_return)
            else (array_agg(line order by commission_cents desc, asin, lower(coalesce(sub_tag, '')) collate "C", line)
              filter (where not is_return))[1]
          end, min(line)) as line,
        least(sum(quantity), 1000000000) as quantity, greatest(sum(commission_cents), 0) as cents,
        case when bool_or(not is_return) then least(sum(quantity) filter (where not is_return), 1000000000)::integer end as bought,
        (sum(commission_cents) filter (where not is_return))::bigint as worth,
        (array['pending', 'shipped', 'cancelled'])[max(rank) filter (where not is_return) + 1] as bought_status,
        jsonb_agg(jsonb_build_object(
          'day', order_date, 'cents', abs(commission_cents), 'reversed', is_reversed,
          -- Without pieces and amount it is of the whole item.
          'pieces', case when quantity <> 0 or commission_cents <> 0 then abs(quantity) end
        ) order by order_date, is_reversed, abs(quantity), abs(commission_cents)) filter (where is_return) as returns
      from several group by order_item_id
    ), dropped as (
      delete from ${table} s using whole w where s.order_item_id = w.order_item_id and s.line <> w.line
      returning s.order_item_id, s.line
    ), listed as (
      insert into import_rows (import_id, outcome, order_item_id, line)
      select ${importId}::uuid, 'combined', order_item_id, line from dropped order by order_item_id, line
    )
    update ${table} s
    set quantity = coalesce(l.pieces, w.quantity), commission_cents = coalesce(l.cents, w.cents),
      order_status = case
        when w.bought is null or l.is_full or l.cents = 0 and (w.worth > 0 or l.pieces = 0) then 'returned'
        else w.bought_status end,
      returns = case when w.returns is not null then jsonb_strip_nulls(jsonb_build_object(
        'quantity', w.bought, 'cents', w.worth, 'status', w.bought_status, 'returns', w.returns)) end
    from whole w left join lateral left_of_purchase(w.bought, w.worth, w.returns) l on w.bought is not null and w.returns is not null
    where s.order_item_id = w.order_item_id and s.line = w.line`.execute(db)
}
