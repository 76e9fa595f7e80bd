import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../../platform/database/schema.ts'
import { stagingTable } from '../reports/sql.ts'
import { reportedColumns } from '../reports/staging-sql.ts'

type Db = Kysely<DB>

const staged = (importId: string) => sql.table(stagingTable(importId))

/**
 * The hash of an observation `s` of an import `b`. It covers every column of the state, so that equal hashes mean equal
 * states; verify computes it again. Rarely used columns come last and are omitted if null.
 */
export const contentHash = `sha256(convert_to(concat_ws(chr(31), b.marketplace, b.format, b.has_own_sub_tags,
  s.order_item_id, s.order_date - date '2000-01-01', coalesce(extract(epoch from s.ordered_at)::text, ''), s.asin,
  s.quantity, s.commission_cents, coalesce(s.commission_rate_bps::text, ''), s.order_status, coalesce(s.sub_tag, ''),
  coalesce(s.tracking_id, ''), s.product_title, s.returns::text, nullif(b.currency, 'USD'), s.shipped_on - date '2000-01-01',
  s.other_months::text), 'UTF8'))`

/**
 * Writes the rows of a staged import, and which report counts for each of its days. Its row must have its `merged_at`.
 * Folding the orders that it touches follows.
 */
export async function writeRows(
  db: Db,
  { id, format }: { id: string; format: string | null },
): Promise<void> {
  await insertDays(db, id)
  await chooseNewest(db, id)
  if (format === 'folio_csv') await insertFolioRows(id).execute(db)
  if (format === 'fee_earnings') {
    await pairDays(id).execute(db)
    await insertFeeRows(id).execute(db)
  }
  if (format === 'fee_orders') await insertFeeOrderDates(db, id)
}

/** Makes the rows of an import no longer count. None of them is removed. */
export async function withdrawRows(db: Db, importId: string): Promise<void> {
  await db
    .updateTable('import_days')
    .set({ stands: false, counts: false })
    .where('import_id', '=', importId)
    .execute()
  await chooseNewest(db, importId)
}

/** Writes the days that an import covers. */
const insertDays = (db: Db, importId: string) =>
  sql`
    insert into import_days (import_id, marketplace, format, pays, day)
    select b.id, b.marketplace, b.format, case b.format
        when 'folio_csv' then d.day < coalesce(paying_date(b.marketplace), 'infinity')
        when 'fee_earnings' then d.day >= coalesce(paying_date(b.marketplace), '-infinity')
        else false end, d.day
    from import_batches b
    cross join lateral (
      select distinct order_date as day from ${staged(importId)} union select unnest(b.period_days)
    ) d
    where b.id = ${importId}`.execute(db)

/**
 * For each day only the newest of Amazon's own reports of a format counts, and no Fee-Earnings before the ship date
 * (decision 42). Two statements, since the unique index of counting days applies at every moment.
 */
async function chooseNewest(db: Db, importId: string): Promise<void> {
  await sql`
    update import_days d set counts = false from import_days mine
    where mine.import_id = ${importId} and d.counts
      and (d.marketplace, d.format, d.day) = (mine.marketplace, mine.format, mine.day)`.execute(db)
  await sql`
    update import_days d set counts = true
    from import_days mine cross join lateral (
      select s.import_id from import_days s join import_batches b on b.id = s.import_id
      where s.stands and (s.pays or s.format = 'fee_orders')
        and (s.marketplace, s.format, s.day) = (mine.marketplace, mine.format, mine.day)
      order by b.report_as_of desc, b.file_hash desc limit 1
    ) newest
    where mine.import_id = ${importId} and mine.format <> 'folio_csv'
      and d.import_id = newest.import_id and d.day = mine.day`.execute(db)
}

/**
 * Writes the observation of each row of a staged import, in the order of the index, which is then filled
 * sequentially.
 */
const insertObservations = (importId: string, rows: RawBuilder<unknown>) => sql`
  insert into order_observations
    (batch_id, line, order_item_id, ${columns()}, content_hash, fee_key, returns, other_months)
  select b.id, s.line, s.order_item_id, ${columns('s')}, ${sql.raw(contentHash)}, s.fee_key, s.returns, s.other_months
  from ${rows} s join import_batches b on b.id = ${importId}
  order by s.order_item_id`

const columns = (row?: string) =>
  sql.join(reportedColumns.map((column) => sql.ref(row === undefined ? column : `${row}.${column}`)))

/**
 * Writes the observations of Folio's CSV, and which items are parts of an id that the file has several rows for
 * (decision 33).
 */
const insertFolioRows = (importId: string) => sql`
  with observed as (${insertObservations(importId, staged(importId))} returning id, order_item_id)
  insert into order_parts (observation_id, import_id, order_item_id, reported_id)
  select o.id, ${importId}::uuid, o.order_item_id, s.reported_id
  from observed o join ${staged(importId)} s using (order_item_id)
  where s.reported_id is not null
  order by o.order_item_id`

/** Stores for each day of an import the file in force before it, by `report_as_of`. */
export const pairDays = (importId: string) => sql`
  update import_days mine set paired_id = (
    select d.import_id
    from import_days d join import_batches earlier on earlier.id = d.import_id
    where (d.marketplace, d.format, d.day) = (mine.marketplace, mine.format, mine.day) and d.stands
      and (earlier.report_as_of, earlier.file_hash) < (b.report_as_of, b.file_hash)
    order by earlier.report_as_of desc, earlier.file_hash desc limit 1)
  from import_batches b
  where mine.import_id = ${importId} and b.id = mine.import_id`

/** A sub tag as part of a row's identity: the same in any case. */
const tagOf = sql`lower(coalesce(sub_tag, ''))`

/**
 * Writes each row of Fee-Earnings with its identity, and the item it belongs to by the file before it (decision 33).
 * Equal rows belong to the same item. A single new row of a key and a single one that is gone are one item, restated.
 * All others are items of their own. The planner does not know yet how many rows there are, so rows are grouped, or
 * looked up by key.
 */
const insertFeeRows = (importId: string) => sql`
  with numbered as materialized (
    select line, order_date, ordered_at, asin, product_title, quantity, commission_cents, commission_rate_bps,
      order_status, sub_tag, tracking_id, shipped_on, fee_key, sale_key, price_cents, returns, other_months, ordinal,
      fee_row_name(fee_key, ${tagOf}, order_date, commission_cents, quantity, ordinal) as order_item_id
    from (
      select *, row_number() over (
        partition by order_date, fee_key, ${tagOf}, commission_cents, quantity
        order by order_status_rank(order_status), product_title collate "C", line) as ordinal
      from ${staged(importId)}
    ) s
  ), sides as (
    select order_date as day, fee_key, ${tagOf} as sub_tag, commission_cents as cents, quantity as pieces,
      ordinal, line, order_item_id as name, null as item
    from numbered
    union all
    select r.day, r.fee_key, r.sub_tag, r.cents, r.pieces, r.ordinal, null, null, r.order_item_id
    from import_days d join fee_rows r on r.import_id = d.paired_id and r.day = d.day
    where d.import_id = ${importId}
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
    select ${importId}::uuid, day, order_item_id from given where is_alone and gone > 0 and fresh > 0 and not is_restated
    union
    select ${importId}::uuid, u.day, u.order_item_id
    from import_days d join fee_unpaired u on u.import_id = d.paired_id and u.day = d.day
    where d.import_id = ${importId} and u.reviewed_at is null
  ), observed as (${insertObservations(importId, sql`numbered`)} returning id, line)
  insert into fee_rows (observation_id, import_id, day, fee_key, sale_key, sub_tag, cents, pieces, price_cents, ordinal, name, order_item_id)
  select o.id, ${importId}::uuid, n.order_date, n.fee_key, n.sale_key, g.sub_tag, g.cents, g.pieces, n.price_cents, g.ordinal, g.name,
    g.order_item_id
  from numbered n join observed o using (line) join given g using (line)
  order by g.name`

const insertFeeOrderDates = (db: Db, importId: string) =>
  sql`
    insert into fee_order_dates (batch_id, line, marketplace, order_date, asin, tracking_id)
    select b.id, s.line, b.marketplace, s.order_date, s.asin, lower(coalesce(s.tracking_id, ''))
    from ${staged(importId)} s join import_batches b on b.id = ${importId}`.execute(db)
