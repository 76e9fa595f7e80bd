import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../../platform/database/schema.ts'
import { reportedColumns } from '../reports/staging-sql.ts'
import { countFolded, type Effect } from './effect-sql.ts'
import { affectedBy, feeKeyOf, type Orders } from './touched-sql.ts'

type Fold = {
  /** The orders to fold; all orders that depend on them are folded too. */
  orders: Orders
  /** The import that is being merged or undone: it counts as merged unless it is undone. */
  importId?: string
  at: Date
  /** Leaves orders alone that wait to be folded because their creator has changed. */
  isAlone?: boolean
  /** Whether the effect lists the changes by creator. */
  hasCreators?: boolean
}

const noImport = '00000000-0000-0000-0000-000000000000'

/**
 * Folds orders: each gets the state that follows from all observations in force, whatever it was before. Merging,
 * previewing and undoing an import, changing a ship date and deciding on duplicates are all this one statement, run
 * after the set of observations in force has changed. Queues the orders that change, lists them with the import, and
 * returns the changes.
 */
export async function foldOrders(
  db: Kysely<DB>,
  { orders, importId = noImport, at, isAlone = false, hasCreators = false }: Fold,
): Promise<Effect> {
  const { rows } = await sql<Effect>`
    with newest as materialized (
      select exists (
        select from import_batches b
        where b.id = ${importId} and b.format = 'folio_csv' and b.undone_at is null and not exists (
          select from import_batches other
          where other.format = 'folio_csv' and other.state = 'merged' and other.undone_at is null
            and other.report_as_of >= b.report_as_of and other.id <> b.id)
      ) as is_newest
    ), paying_dates_now as materialized (
      select marketplace, paying_date(marketplace) as paying_date
      from (select distinct marketplace from import_batches) known
    ), requeued as (
      delete from returns_to_fold where ${!isAlone}::boolean returning order_item_id
    ), ${affectedBy(
      importId,
      sql`
        ${orders}
        union all
        select q.order_item_id, ${feeKeyOf('q.order_item_id')}, false, null from requeued q`,
    )}, ${won(importId)}, ${states(at)}, waiting as (
      select order_item_id, waiting_return_cents as waiting_cents from states where is_reported and waiting_return_cents > 0
    ), folded as (${foldIntoOrders}), ${queued(importId)}
    ${countFolded({ hasCreators })}`.execute(db)
  return rows[0] as Effect
}

/** Columns of a row, as a list. */
const of = (row: string, columns: string[]) => sql.join(columns.map((column) => sql.ref(`${row}.${column}`)))

// Whether a newer report in force has an id's rows as other items than the observation `o` of `b` does.
const isCountedOtherwise = (importId: string) => sql`exists (
  select from (
    select coalesce((select p.reported_id from order_parts p where p.order_item_id = o.order_item_id limit 1),
      o.order_item_id) as id
  ) reported
  cross join lateral (
    select import_id, order_item_id from order_parts where reported_id = reported.id
    union all
    select batch_id, order_item_id from order_observations
    where order_item_id = reported.id and reported.id <> o.order_item_id
  ) other
  join import_batches n on n.id = other.import_id
  where other.order_item_id <> o.order_item_id and (n.state = 'merged' or n.id = ${importId})
    and n.undone_at is null and (n.report_as_of, n.file_hash) > (b.report_as_of, b.file_hash))`

/**
 * The observation that is the state of an item: the first in this order. A purchase comes before its returns. One that
 * is not in force comes last: if no other is left, the order is withdrawn, and shown as it was last reported.
 */
const winner = (importId: string, item: RawBuilder<unknown>) => sql`
  select s.*, b.marketplace, b.currency, b.format, b.has_own_sub_tags, reported.stands
  from (
    select r.observation_id as id, true as stands
    from fee_rows r join import_days d on d.import_id = r.import_id and d.day = r.day and d.counts
    where r.order_item_id = ${item}
    union all
    select o.id, o.fee_key is null and (b.state = 'merged' or b.id = ${importId}) and b.undone_at is null
      and not ${isCountedOtherwise(importId)}
    from order_observations o join import_batches b on b.id = o.batch_id
    where o.order_item_id = ${item}
    union all
    select observation_id, false from amazon_orders
    where order_item_id = ${item} and observation_id is not null
  ) reported
  join order_observations s on s.id = reported.id
  join import_batches b on b.id = s.batch_id
  order by stands desc, coalesce(s.id = after_returns.observation_id, false) desc, b.report_as_of desc,
    s.status_rank desc, s.content_hash desc
  limit 1`

/** What returns leave of an item of Folio's CSV. */
const afterReturns = (importId: string, item: RawBuilder<unknown>) => sql`
  left join lateral csv_after_returns(case when exists (
    select from order_observations o where o.order_item_id = ${item} and o.returns is not null
  ) then ${item} end, ${importId}::uuid) after_returns on true`

/**
 * Tables that end with `won`: for each order in `affected` the observation that is its state, with what returns leave
 * of an item of Folio's CSV. If only one observation counts (`only_id`), nothing is chosen: most orders are like this.
 * `paid_by_csv` has the rows of Fee-Earnings that are one sale with a paying order of Folio's CSV (decision 42).
 */
function won(importId: string) {
  const order = sql`affected.order_item_id`
  const ofFolio = sql`t.folio_item_id`
  return sql`
    paid_by_csv as materialized (
      select t.fee_item_id
      from same_sales t ${afterReturns(importId, ofFolio)} cross join lateral (${winner(importId, ofFolio)}) c
      where t.fee_item_id in (select order_item_id from affected) and c.stands
        and c.order_date < paying_date(c.marketplace)
    ), won as (
      select affected.*, s.id, true as stands, b.marketplace, b.currency, b.format, b.has_own_sub_tags, ${of('s', reportedColumns)},
        null::integer as left_pieces, null::bigint as left_cents, null as left_status, null::bigint as left_waiting_cents,
        null::bigint as unclear_cents, null::bigint as bought_cents, s.commission_cents as worth_cents,
        s.other_months as said_months, null::jsonb as left_months
      from affected join order_observations s on s.id = affected.only_id join import_batches b on b.id = s.batch_id
      union all
      select affected.*, w.id, w.stands, w.marketplace, w.currency, w.format, w.has_own_sub_tags, ${of('w', reportedColumns)},
        after_returns.quantity, after_returns.cents, after_returns.status, after_returns.waiting_cents,
        after_returns.unclear_cents, after_returns.bought_cents,
        coalesce((w.returns ->> 'cents')::bigint, w.commission_cents), w.other_months, after_returns.months
      from affected ${afterReturns(importId, order)} cross join lateral (${winner(importId, order)}) w
      where affected.only_id is null
    )`
}

/**
 * The amounts of an order in other months than its own: the parts in its file, and what returns took, each in the month
 * of its own day. Both formats may have the same return: the one that takes more of a sale decides the month.
 */
const otherMonths = sql`case when w.pays and w.now_status in ('shipped', 'returned')
    and coalesce(w.said_months, w.left_months, w.back_months, w.other_format_months) is not null
  then nullif(add_months(w.back_months, case
    when w.other_format_cents > coalesce(w.worth_cents - w.left_cents, case when w.left_months is null then 0 else w.worth_cents end)
      then add_months(w.said_months, w.other_format_months)
    else coalesce(w.left_months, w.said_months) end) - to_char(w.earned_on, 'YYYY-MM'), '{}') end`

const reviewReason = sql`case when exists (
    select from fee_unpaired u join import_days d on d.import_id = u.import_id and d.day = u.day and d.counts
    where u.order_item_id = w.order_item_id and u.reviewed_at is null
  ) then 'restated_ambiguously' end`

/** The day on which a row of Fee-Earnings was ordered, by the newest Fee-Orders before it. */
const feeOrderDate = sql`(
  select f.order_date from fee_order_dates f
  join import_days d on d.import_id = f.batch_id and d.day = f.order_date and d.counts
  where f.marketplace = w.marketplace and f.asin = w.asin and f.tracking_id = lower(coalesce(w.tracking_id, ''))
    and f.order_date between w.order_date - 30 and w.order_date
  order by f.order_date desc limit 1)`

/**
 * Tables that end with `states`, the states of the orders in `affected` with what returns of Fee-Earnings leave of them
 * and the waiting part of those returns. Whether a row of Fee-Earnings pays is stored with its file's day.
 */
const states = (at: Date) => sql`
  paying as (
    select *, stands and case format
        when 'folio_csv' then order_date < coalesce(paying_date, 'infinity')
        else order_item_id not in (select fee_item_id from paid_by_csv) end as pays,
      -- Both formats may have the same return: the one that takes more of a sale counts.
      least(remaining_cents, coalesce(left_cents, greatest(commission_cents, 0)), worth_cents - other_format_cents) as rest_cents
    from won join paying_dates_now using (marketplace)
  ), decided as (
    select *, greatest(0, rest_cents - taken_cents) as now_cents,
      case when commission_cents > 0 and remaining_cents = 0
          or taken_cents + other_format_cents > 0 and taken_cents >= rest_cents then 'returned'
        else coalesce(left_status, order_status) end as now_status,
      coalesce(case format when 'fee_earnings' then order_date else shipped_on end, order_date) as earned_on
    from paying
  ), states as (
    select case when w.pays then w.id end as observation_id, w.order_item_id,
      ${at}::timestamptz as at, w.marketplace, w.currency, w.format, w.has_own_sub_tags as file_has_own_sub_tags,
      ${otherMonths} as other_months, ${reviewReason} as review_reason,
      case when w.pays and w.taken_from_id is null
        then coalesce(w.waiting_cents, w.left_waiting_cents, 0) else 0 end as waiting_return_cents,
      case when w.pays then w.taken_from_id end as taken_from_id, w.unclear_cents, w.bought_cents, w.is_reported,
      w.pays and w.only_id is not null and w.taken_cents = 0 and w.other_format_cents = 0 and (select is_newest from newest) as is_said_again,
      case w.format when 'fee_earnings' then coalesce(${feeOrderDate}, w.order_date) else w.order_date end as order_date,
      w.ordered_at, w.asin, w.product_title, coalesce(w.left_pieces, w.quantity) - w.taken_pieces as quantity,
      w.now_cents as commission_cents, w.commission_rate_bps, w.now_status as order_status, w.sub_tag, w.tracking_id,
      case w.format when 'fee_earnings' then w.order_date else w.shipped_on end as shipped_on
    from decided w
  )`

/** The columns of an order's state. */
const state = [
  'marketplace',
  'currency',
  'format',
  'file_has_own_sub_tags',
  'other_months',
  'review_reason',
  ...reportedColumns,
]

/** Columns beside the state; changing them does not change the order. */
const known = [...state, 'waiting_return_cents', 'taken_from_id']

/** The cents of a purchase, or negative cents of a return, of the observation behind an order's state. */
const worthOf = (state: 'before' | 'after') =>
  sql`(select coalesce((s.returns ->> 'cents')::bigint, s.commission_cents) from order_observations s
    where s.id = ${sql.ref(`${state}.observation_id`)})`

/**
 * Writes the states that differ. If the newest report changes nothing, an order keeps its observation, so that
 * importing a report twice writes no order. A new order belongs to nobody yet, so it is not posted before it has been
 * matched. Counts its progress so that other transactions can see it.
 */
const foldIntoOrders = sql`
  merge into amazon_orders o
  using (select s.*, nextval('orders_merged') as number from states s order by s.order_item_id) t on o.order_item_id = t.order_item_id
  when matched and (
      o.observation_id is distinct from t.observation_id and (o.observation_id is null or not t.is_said_again)
      or (${of('o', known)}) is distinct from (${of('t', known)})) then
    update set observation_id = t.observation_id, updated_at = t.at,
      ${sql.join(known.map((column) => sql`${sql.ref(column)} = ${sql.ref(`t.${column}`)}`))}
  when not matched and t.observation_id is not null then
    insert (order_item_id, observation_id, updated_at, created_at, ${sql.join(known.map((column) => sql.ref(column)))})
    values (t.order_item_id, t.observation_id, t.at, t.at, ${of('t', known)})
  returning with (old as before, new as after)
    t.is_reported, t.is_reported and t.waiting_return_cents > 0 as is_waiting, t.unclear_cents, t.bought_cents,
    coalesce(before.waiting_return_cents, 0) > 0 as was_waiting,
    before.review_reason is distinct from after.review_reason as is_review_changed, after.order_item_id, after.order_date,
    after.asin, after.product_title, after.marketplace, after.sub_tag, after.tracking_id,
    case
      when before.observation_id is null and after.observation_id is null then null
      when after.observation_id is null then 'withdrawn'
      when before.order_item_id is null then 'new'
      when before.observation_id is null then 'changed'
      when (${of('before', state)}) is distinct from (${of('after', state)}) then 'changed'
    end as change,
    case when before.order_status = 'shipped' and after.order_status = 'shipped' and after.commission_cents > before.commission_cents
        and before.observation_id is not null and after.observation_id is not null
      then ${worthOf('before')} - before.commission_cents - ${worthOf('after')} + after.commission_cents end as less_back_cents,
    coalesce(before.format = 'fee_earnings' and before.order_status = 'returned'
      and ${worthOf('before')} < least(0, case when after.observation_id is not null then ${worthOf('after')} end), false) as is_less_back,
    case when before.observation_id is not null then before.order_status end as status_before,
    case when before.observation_id is not null then before.commission_cents end as cents_before,
    case when after.observation_id is not null then after.order_status end as status_after,
    case when after.observation_id is not null then after.commission_cents end as cents_after`

/**
 * Queues the changed orders for matching and posting, and while the import is merged lists the outcomes of its rows and
 * of other orders. The queue for matching goes by the order's day, which may have changed.
 */
const queued = (importId: string) => sql`
  to_match as (
    insert into orders_to_match as q (order_item_id, order_date)
    select order_item_id, order_date from folded where change is not null order by order_item_id
    on conflict (order_item_id) do update set order_date = excluded.order_date
      where q.order_date <> excluded.order_date
  ), to_post as (
    insert into orders_to_post select order_item_id from folded
    where change in ('changed', 'withdrawn') or is_review_changed order by order_item_id on conflict do nothing
  ), listed as (
    insert into import_rows (import_id, outcome, order_item_id)
    select ${importId}::uuid, case when change = 'withdrawn' then 'withdrawn' when not is_reported then 'others_changed'
      when change = 'new' then 'imported' else 'updated' end, order_item_id
    from folded
    where change is not null and not is_waiting
      and exists (select from import_batches where id = ${importId} and undone_at is null)
    union all
    select ${importId}::uuid, 'waiting_returns', order_item_id from waiting
    order by 2, 3
  )`

/** Resets the count of folded orders. */
export const resetMergedCount = (db: Kysely<DB>) => sql`select setval('orders_merged', 0, false)`.execute(db)

/** How many orders have been folded since, even by a transaction that has not ended. */
export async function countMerged(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (last_value + 1)::int as count from pg_sequences
    where schemaname = current_schema() and sequencename = 'orders_merged'`.execute(db)
  return rows[0]?.count ?? 0
}
