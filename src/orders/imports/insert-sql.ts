import { stagingTable } from './reports/sql.ts'
import { reportedColumns } from './reports/staging-sql.ts'

// Plain text that contains nothing but the import's id, so that psql can run the same statements (bench/).

/** Columns of a table, as a list. */
export const of = (row: string, columns: string[]) => columns.map((column) => `${row}.${column}`).join(', ')
/** An import's row, as a table. */
export const importRow = (importId: string) => `(select * from import_batches where id = '${importId}')`

/**
 * The hash of what an observation `s` of an import `b` says. It covers every column of the state, so that equal
 * hashes mean equal states; verify computes it again. What few rows say comes last and is left out where it is null.
 */
export const contentHash = `sha256(convert_to(concat_ws(chr(31), b.marketplace, b.format, b.has_own_sub_tags,
  s.order_item_id, s.order_date - date '2000-01-01', coalesce(extract(epoch from s.ordered_at)::text, ''), s.asin,
  s.quantity, s.commission_cents, coalesce(s.commission_rate_bps::text, ''), s.order_status, coalesce(s.sub_tag, ''),
  coalesce(s.tracking_id, ''), s.product_title, s.returns::text, nullif(b.currency, 'USD'), s.shipped_on - date '2000-01-01',
  s.other_months::text), 'UTF8'))`

/**
 * Writes the observation of each row of a staged import, in the order of the index, which is then filled
 * sequentially.
 */
export const insertObservations = (importId: string, rows = `select * from ${stagingTable(importId)}`) => `
  insert into order_observations
    (batch_id, line, order_item_id, ${reportedColumns.join(', ')}, content_hash, fee_key, returns, other_months)
  select b.id, s.line, s.order_item_id, ${of('s', reportedColumns)}, ${contentHash}, s.fee_key, s.returns, s.other_months
  from (${rows}) s, ${importRow(importId)} b
  order by s.order_item_id`

/** Stores for each day of an import the standing file before it, by `report_as_of`. */
export const pairDays = (importId: string) => `
  update import_days mine set paired_id = (
    select d.import_id
    from import_days d join import_batches earlier on earlier.id = d.import_id
    where (d.marketplace, d.format, d.day) = (mine.marketplace, mine.format, mine.day) and d.stands
      and (earlier.report_as_of, earlier.file_hash) < (b.report_as_of, b.file_hash)
    order by earlier.report_as_of desc, earlier.file_hash desc limit 1)
  from import_batches b
  where mine.import_id = '${importId}' and b.id = mine.import_id`

/** A sub tag as part of a row's identity: the same in any case. */
const tagOf = `lower(coalesce(sub_tag, ''))`

/**
 * Writes each row of Fee-Earnings with its identity, and the item it belongs to by the file before it (decision 33).
 * Equal rows belong to the same item. A single new row of a key and a single one that is gone are one item, restated.
 * All others are items of their own. The planner does not know yet how many rows there are, so rows are grouped, or
 * looked up by key.
 */
const insertFeeRows = (importId: string) => `
  with numbered as materialized (
    select line, order_date, ordered_at, asin, product_title, quantity, commission_cents, commission_rate_bps,
      order_status, sub_tag, tracking_id, shipped_on, fee_key, sale_key, price_cents, returns, other_months, ordinal,
      fee_row_name(fee_key, ${tagOf}, order_date, commission_cents, quantity, ordinal) as order_item_id
    from (
      select *, row_number() over (
        partition by order_date, fee_key, ${tagOf}, commission_cents, quantity
        order by order_status_rank(order_status), product_title collate "C", line) as ordinal
      from ${stagingTable(importId)}
    ) s
  ), sides as (
    select order_date as day, fee_key, ${tagOf} as sub_tag, commission_cents as cents, quantity as pieces,
      ordinal, line, order_item_id as name, null as item
    from numbered
    union all
    select r.day, r.fee_key, r.sub_tag, r.cents, r.pieces, r.ordinal, null, null, r.order_item_id
    from import_days d join fee_rows r on r.import_id = d.paired_id and r.day = d.day
    where d.import_id = '${importId}'
  ), equals as (
    select day, fee_key, sub_tag, cents, pieces, ordinal, max(line) as line, max(name) as name, max(item) as item
    from sides group by day, fee_key, sub_tag, cents, pieces, ordinal
  ), counted as (
    select *, count(*) filter (where line is null) over alike as gone,
      count(*) filter (where item is null) over alike as fresh, max(item) filter (where line is null) over alike as gone_item
    from equals window alike as (partition by day, fee_key, sub_tag)
  ), settled as materialized (
    select *, line is null or item is null as is_alone, gone = 1 and fresh = 1 as is_restated,
      coalesce(item, case when gone = 1 and fresh = 1 then gone_item end) as of_item
    from counted
  ), given as materialized (
    -- The name that a new row would get may be that of a restated item: one name after the other is tried.
    select *, coalesce(of_item, (
      with recursive named as (
        select n, id, id in (select item from settled where item is not null) as is_taken
        from (select 1 as n, coalesce((select e.order_item_id from earlier_order_ids e where e.name = s.name), s.name) as id) f
        union all
        select n, id, id in (select item from settled where item is not null)
        from (
          select n + 1 as n, coalesce((select e.order_item_id from earlier_order_ids e where e.name = s.name || '-' || n + 1),
            s.name || '-' || n + 1) as id
          from named where is_taken
        ) f
      )
      select id from named order by n desc limit 1)) as order_item_id
    from settled s
  ), unpaired as (
    insert into fee_unpaired (import_id, day, order_item_id)
    select '${importId}'::uuid, day, order_item_id from given where is_alone and gone > 0 and fresh > 0 and not is_restated
    union
    select '${importId}'::uuid, u.day, u.order_item_id
    from import_days d join fee_unpaired u on u.import_id = d.paired_id and u.day = d.day
    where d.import_id = '${importId}' and u.reviewed_at is null
  ), observed as (${insertObservations(importId, 'select * from numbered')} returning id, line)
  insert into fee_rows (observation_id, import_id, day, fee_key, sale_key, sub_tag, cents, pieces, price_cents, ordinal, name, order_item_id)
  select o.id, '${importId}', n.order_date, n.fee_key, n.sale_key, g.sub_tag, g.cents, g.pieces, n.price_cents, g.ordinal, g.name,
    g.order_item_id
  from numbered n join observed o using (line) join given g using (line)
  order by g.name`

/**
 * Writes the observations of Folio's CSV, and which items are parts of an id that the file has several rows for
 * (decision 33).
 */
const insertFolioRows = (importId: string) => `
  with observed as (${insertObservations(importId)} returning id, order_item_id)
  insert into order_parts (observation_id, import_id, order_item_id, reported_id)
  select o.id, '${importId}', o.order_item_id, s.reported_id
  from observed o join ${stagingTable(importId)} s using (order_item_id)
  where s.reported_id is not null
  order by o.order_item_id`

/** Writes the days that an import covers. */
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
  select b.id, s.line, b.marketplace, s.order_date, s.asin, lower(coalesce(s.tracking_id, ''))
  from ${stagingTable(importId)} s, ${importRow(importId)} b`

/** The statements that write the rows of a staged import, by its format. */
export const insertRows: Record<string, ((importId: string) => string)[]> = {
  folio_csv: [insertFolioRows],
  fee_earnings: [pairDays, insertFeeRows],
  fee_orders: [insertFeeOrderDates],
}
