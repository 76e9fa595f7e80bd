import { stagingTable } from '../reports/sql.ts'
import { toldColumns } from '../reports/staging-sql.ts'

// Plain text with nothing but the import's id in it, so that psql can run the very same statements (bench/).

/** Columns of a table, as a list. */
export const of = (row: string, columns: string[]) => columns.map((column) => `${row}.${column}`).join(', ')
/** An import's row, as a table. */
export const importRow = (importId: string) => `(select * from import_batches where id = '${importId}')`

/**
 * The hash of what an observation `s` of an import `b` says. Covers the whole state, so that two of one key say the same;
 * verify computes it again.
 */
export const contentHash = `sha256(convert_to(concat_ws(chr(31), b.marketplace, b.format, b.has_own_sub_tags,
  s.order_item_id, s.order_date - date '2000-01-01', coalesce(extract(epoch from s.ordered_at)::text, ''), s.asin,
  s.quantity, s.commission_cents, coalesce(s.commission_rate_bps::text, ''), s.order_status, coalesce(s.sub_tag, ''),
  coalesce(s.tracking_id, ''), s.product_title, s.returns::text), 'UTF8'))`

/** Writes what each row of a staged import says. In the order of the index, which is then filled from left to right. */
export const insertObservations = (importId: string, rows = `select * from ${stagingTable(importId)}`) => `
  insert into order_observations
    (batch_id, line, order_item_id, ${toldColumns.join(', ')}, content_hash, fee_key, returns)
  select b.id, s.line, s.order_item_id, ${of('s', toldColumns)}, ${contentHash}, s.fee_key, s.returns
  from (${rows}) s, ${importRow(importId)} b
  order by s.order_item_id`

/** Writes what each row of Fee-Earnings says, and what it is known by (decision 33). */
const insertFeeRows = (importId: string) => `
  with numbered as (
    select line, order_date, ordered_at, asin, product_title, quantity, commission_cents, commission_rate_bps,
      order_status, sub_tag, tracking_id, fee_key, sale_key, returns, ordinal,
      fee_row_name(fee_key, coalesce(sub_tag, ''), order_date, commission_cents, quantity, ordinal) as order_item_id
    from (
      select *, row_number() over (
        partition by order_date, fee_key, coalesce(sub_tag, ''), commission_cents, quantity
        order by order_status_rank(order_status), product_title collate "C", line) as ordinal
      from ${stagingTable(importId)}
    ) s
  ), observed as (${insertObservations(importId, 'select * from numbered')} returning id, line)
  insert into fee_rows (observation_id, import_id, day, fee_key, sale_key, sub_tag, cents, pieces, ordinal, name)
  select o.id, '${importId}', s.order_date, s.fee_key, s.sale_key, coalesce(s.sub_tag, ''), s.commission_cents,
    s.quantity, s.ordinal, s.order_item_id
  from numbered s join observed o using (line)
  order by s.order_item_id`

/** Writes what each row of Folio's CSV says, and which of its items are parts of what the file has one id for (decision 36). */
const insertFolioRows = (importId: string) => `
  with observed as (${insertObservations(importId)} returning id, order_item_id)
  insert into order_parts (observation_id, import_id, order_item_id, reported_id)
  select o.id, '${importId}', o.order_item_id, s.reported_id
  from observed o join ${stagingTable(importId)} s using (order_item_id)
  where s.reported_id is not null
  order by o.order_item_id`

const pairFeeRows = (importId: string) => `select pair_fee_rows('${importId}')`

/** Writes which days an import tells of. */
export const insertDays = (importId: string) => `
  insert into import_days (import_id, marketplace, format, pays, day)
  select b.id, b.marketplace, b.format, case b.format
      when 'folio_csv' then d.day < coalesce(paying_date(b.marketplace), 'infinity')
      when 'fee_earnings' then d.day >= coalesce(paying_date(b.marketplace), '-infinity')
      else false end, d.day
  from ${importRow(importId)} b
  cross join lateral (
    select distinct order_date as day from ${stagingTable(importId)} union select unnest(b.period_days)
  ) d`

const insertFeeOrderDates = (importId: string) => `
  insert into fee_order_dates (batch_id, line, marketplace, order_date, asin, tracking_id)
  select b.id, s.line, b.marketplace, s.order_date, s.asin, coalesce(s.tracking_id, '')
  from ${stagingTable(importId)} s, ${importRow(importId)} b`

/** The statements that write what the rows of a staged import say, by its format. */
export const insertRows: Record<string, ((importId: string) => string)[]> = {
  folio_csv: [insertFolioRows],
  fee_earnings: [insertFeeRows, pairFeeRows],
  fee_orders: [insertFeeOrderDates],
}
