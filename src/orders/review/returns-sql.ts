import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'

export type TakingRow = {
  back_id: string
  back_day: string
  bought_id: string
  bought_day: string
  cents: number
}

/** What returns of Fee-Earnings took from its purchases; the order `id` is the return or the purchase. */
export async function selectTakings(db: Kysely<DB>, id: string): Promise<TakingRow[]> {
  const { rows } = await sql<TakingRow>`
    select t.return_id as back_id, t.day as back_day, t.purchase_id as bought_id, o.shipped_on as bought_day, sum(t.cents)::bigint as cents
    from (select distinct fee_key from fee_rows where order_item_id = ${id}) k
    cross join lateral fee_takings(case when exists (
      select from fee_rows r where r.fee_key = k.fee_key and r.cents < 0) then array[k.fee_key] else '{}' end) t
    join amazon_orders o on o.order_item_id = t.purchase_id
    where ${id} in (t.return_id, t.purchase_id)
    group by 1, 2, 3, 4 order by 4 desc, 2, 3, 1`.execute(db)
  return rows
}

export type CsvReturnRow = {
  day: string
  /** Null if the row has no pieces: all came back. */
  pieces: number | null
  /** Zero if the row has no amount: its share by pieces was taken. */
  cents: number
  import_id: string
  file_name: string | null
}

/**
 * The returns of an order of Folio's CSV that count, the oldest first, each with the newest file that has it. A
 * return of all pieces counts only while the order is returned.
 */
export async function selectCsvReturns(db: Kysely<DB>, id: string): Promise<CsvReturnRow[]> {
  const { rows } = await sql<CsvReturnRow>`
    select day, pieces, cents, import_id, file_name
    from (
      select distinct on (counted.back, counted.number) (counted.back ->> 'day')::date as day,
        (counted.back ->> 'pieces')::integer as pieces, (counted.back ->> 'cents')::bigint as cents, counted.number,
        b.id as import_id, b.file_name
      from order_observations s
      join import_batches b on b.id = s.batch_id and b.state = 'merged' and b.undone_at is null
      join amazon_orders o on o.order_item_id = s.order_item_id and o.observation_id is not null
      join order_observations counting on counting.id = o.observation_id
      cross join lateral (
        select back, row_number() over (partition by back) as number
        from jsonb_array_elements(s.returns -> 'returns') as back
      ) counted
      where s.order_item_id = ${id} and s.returns is not null
        and (o.order_status = 'returned' or (counted.back ->> 'reversed')::boolean or (counted.back ->> 'pieces')::bigint
          < coalesce((counting.returns ->> 'quantity')::integer, counting.quantity))
      order by counted.back, counted.number, b.report_as_of desc, b.id
    ) once
    order by day, pieces, cents, number`.execute(db)
  return rows
}

/** What returns of Fee-Earnings took from orders of Folio's CSV; the order `id` is the return or the purchase. */
export async function selectCsvTakings(db: Kysely<DB>, id: string): Promise<TakingRow[]> {
  const { rows } = await sql<TakingRow>`
    select r.order_item_id as back_id, r.shipped_on as back_day, o.order_item_id as bought_id,
      o.order_date as bought_day, -s.commission_cents as cents
    from amazon_orders r
    join amazon_orders o on o.order_item_id = r.taken_from_id
    join order_observations s on s.id = r.observation_id
    where r.taken_from_id = ${id} or r.order_item_id = ${id} and r.taken_from_id is not null
    order by r.shipped_on, r.order_item_id`.execute(db)
  return rows
}
