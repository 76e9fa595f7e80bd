import { importRow, insertDays, insertObservations, insertRows, of } from './insert-sql.ts'
import { namedBy } from './named-sql.ts'
import { type Asked, countFolded, queueAndCount } from './outcomes/counting-sql.ts'
import { outcomesTable, stagingTable } from './reports/sql.ts'
import { reportedColumns } from './reports/staging-sql.ts'
import { remainingOfReturned, withReturns } from './returns-sql.ts'

// Plain text that contains nothing but the import's id, so that psql can run the same statements (bench/).

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
const worthOf = (state: string) =>
  `(select coalesce((s.returns ->> 'cents')::bigint, s.commission_cents) from order_observations s where s.id = ${state}.observation_id)`

/**
 * Writes the states of `source` into amazon_orders where they differ, queues those orders, and counts what changed
 * and how. A new order belongs to nobody yet, so it is not posted before it has been matched. Counts its progress so
 * that other transactions can see it.
 */
const foldInto = (source: string, isOtherObservation: string) => `
  merge into amazon_orders o
  using (select s.*, nextval('orders_merged') as number from (${source}) s) t on o.order_item_id = t.order_item_id
  when matched and (${isOtherObservation} or (${of('o', known)}) is distinct from (${of('t', known)})) then
    update set observation_id = t.observation_id, updated_at = t.at,
      ${known.map((column) => `${column} = t.${column}`).join(', ')}
  when not matched and t.observation_id is not null then
    insert (order_item_id, observation_id, updated_at, created_at, ${known.join(', ')})
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

const statesReported = (importId: string, rows: string, observation: string) => `
  select ${observation} as observation_id, s.order_item_id, b.merged_at as at, b.marketplace, b.currency, b.format,
    b.has_own_sub_tags as file_has_own_sub_tags, s.other_months,
    null::text as review_reason, 0::bigint as waiting_return_cents, null::text as taken_from_id,
    null::bigint as unclear_cents,
    null::bigint as bought_cents, true as is_reported, ${of('s', reportedColumns)}
  from ${rows} s, ${importRow(importId)} b`

const noneWaiting = `waiting as (select '' as order_item_id, 0 as waiting_cents where false)`

/** An order that was in no report. */
const isBack = 'o.observation_id is null'

/**
 * Merges a staged import whose report is newer than all that stand: what it says of an order is the order's state, so
 * only states are compared, and unchanged orders are not written.
 */
const mergeNewest = (importId: string, asked: Asked): string => `
  with observed as (${insertObservations(importId)} returning *), ${noneWaiting},
  folded as (${foldInto(statesReported(importId, 'observed', 's.id'), isBack)})
  ${queueAndCount(importId, asked)}`

/** The same where some of the orders have returns: these are folded from all their observations. */
const mergeNewestWithReturns = (importId: string, asked: Asked): string[] => [
  insertObservations(importId),
  `with ${withReturns(importId)}, others as materialized (
    select s.* from order_observations s
    where s.batch_id = '${importId}' and s.order_item_id not in (select order_item_id from affected)
  ), ${statesFolded(importId, { others: `union all ${statesReported(importId, 'others', 's.id')}` })}, ${waitingStates},
  folded as (${foldInto('select * from states', isBack)})
  ${queueAndCount(importId, asked)}`,
]

/**
 * The orders without returns, with what both make of them. They are read and not written, since a report may be of a
 * whole year.
 */
const foldedNewest = (importId: string) => `
    select t.is_reported, false as is_waiting, false as was_waiting, 0 as less_back_cents, false as is_less_back, t.unclear_cents,
      t.bought_cents, t.order_item_id, t.order_date, t.asin, t.product_title, t.marketplace, t.sub_tag, t.tracking_id,
      case
        when o.order_item_id is null then 'new'
        when o.observation_id is null or (${of('o', state)}) is distinct from (${of('t', state)}) then 'changed'
      end as change,
      case when o.observation_id is not null then o.order_status end as status_before,
      case when o.observation_id is not null then o.commission_cents end as cents_before,
      t.order_status as status_after, t.commission_cents as cents_after
    from (${statesReported(importId, stagingTable(importId), 'null::uuid')}) t
    left join amazon_orders o on o.order_item_id = t.order_item_id
    where t.order_item_id not in (select order_item_id from affected)`

/** What both come to for these orders, without changing them. */
export const previewNewest = (importId: string): string => `
  with ${withReturns(importId)}, ${noneWaiting}, folded as (${foldedNewest(importId)})
  ${countFolded({ hasCreators: true })}`

/** The columns of import_outcomes. */
export const outcomeColumns =
  'outcome, line, order_item_id, order_date, asin, product_title, told_cents, order_status, commission_cents'

/** The statement that stores what both make of each row of these orders. */
export const storeNewest = (importId: string): string => `
  with ${withReturns(importId)}, folded as (${foldedNewest(importId)})
  insert into ${outcomesTable(importId)} (${outcomeColumns})
  select case f.change when 'new' then 'imported' when 'changed' then 'updated' else 'unchanged' end, s.line, s.order_item_id,
    s.order_date, s.asin, s.product_title, coalesce(s.told_cents, s.commission_cents), f.status_after, f.cents_after
  from folded f join ${stagingTable(importId)} s on s.order_item_id = f.order_item_id
  order by 1, 2, 3`

/** The statements that merge only the orders with returns; the last one's row says what changed. */
export const statementsWithReturns = (importId: string): string[] => [
  `with ${withReturns(importId)}
  ${insertObservations(importId, `select * from ${stagingTable(importId)} where order_item_id in (select order_item_id from affected)`)}`,
  `with ${withReturns(importId)}, ${statesFolded(importId)}, ${waitingStates},
  folded as (${foldInto('select * from states', isBack)})
  ${queueAndCount(importId, { hasCreators: true })}`,
]

const feeOrderDate = `(
  select f.order_date from fee_order_dates f
  join import_days d on d.import_id = f.batch_id and d.day = f.order_date and d.counts
  where f.marketplace = w.marketplace and f.asin = w.asin and f.tracking_id = lower(coalesce(w.tracking_id, ''))
    and f.order_date between w.order_date - 30 and w.order_date
  order by f.order_date desc limit 1)`

// Whether a newer standing report has an id's rows as other items than the observation `o` of `b` does.
const isCountedOtherwise = (importId: string) => `exists (
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
    where other.order_item_id <> o.order_item_id and (n.state = 'merged' or n.id = '${importId}')
      and n.undone_at is null and (n.report_as_of, n.file_hash) > (b.report_as_of, b.file_hash))`

// The first of an order's observations in this order is its state: a purchase comes before its returns. One
// that does not stand comes last: where no other is left, the order is withdrawn, and shown as it was last
// reported.
const winner = (importId: string, item = 'affected.order_item_id') => `
  select s.*, b.marketplace, b.currency, b.format, b.has_own_sub_tags, reported.stands
  from (
    select r.observation_id as id, true as stands
    from fee_rows r join import_days d on d.import_id = r.import_id and d.day = r.day and d.counts
    where r.order_item_id = ${item}
    union all
    select o.id, o.fee_key is null and (b.state = 'merged' or b.id = '${importId}') and b.undone_at is null
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

// What returns leave of an item of Folio's CSV.
const afterReturns = (importId: string, item = 'affected.order_item_id') => `
  left join lateral csv_after_returns(case when exists (
    select from order_observations o where o.order_item_id = ${item} and o.returns is not null
  ) then ${item} end, '${importId}') after_returns on true`

/**
 * Tables that end with `won`: for each order in `affected` the observation that is its state, with what returns leave
 * of an item of Folio's CSV. An order with one row of Fee-Earnings alone needs no choice, and most are such.
 * `paid_by_csv` has the rows of Fee-Earnings that are one sale with an order of Folio's CSV that pays (decision 42).
 */
const won = (importId: string) => `
  paid_by_csv as materialized (
    select t.fee_item_id
    from same_sales t ${afterReturns(importId, 't.folio_item_id')}
    cross join lateral (${winner(importId, 't.folio_item_id')}) c
    where t.fee_item_id in (select order_item_id from affected) and c.stands
      and c.order_date < paying_date(c.marketplace)
  ), won as (
    select affected.*, s.id, true as stands, b.marketplace, b.currency, b.format, b.has_own_sub_tags, ${of('s', reportedColumns)},
      null::integer as left_pieces, null::bigint as left_cents, null as left_status, null::bigint as left_waiting_cents,
      null::bigint as unclear_cents, null::bigint as bought_cents, null::bigint as worth_cents, null::jsonb as said_months,
      null::jsonb as left_months
    from affected join order_observations s on s.id = affected.only_id join import_batches b on b.id = s.batch_id
    union all
    select affected.*, w.id, w.stands, w.marketplace, w.currency, w.format, w.has_own_sub_tags, ${of('w', reportedColumns)},
      after_returns.quantity, after_returns.cents, after_returns.status, after_returns.waiting_cents,
      after_returns.unclear_cents, after_returns.bought_cents,
      coalesce((w.returns ->> 'cents')::bigint, w.commission_cents), w.other_months, after_returns.months
    from affected ${afterReturns(importId)} cross join lateral (${winner(importId)}) w
    where affected.only_id is null
  )`

const reviewReason = `case when exists (
    select from fee_unpaired u join import_days d on d.import_id = u.import_id and d.day = u.day and d.counts
    where u.order_item_id = w.order_item_id and u.reviewed_at is null
  ) then 'restated_ambiguously' end`

/**
 * What of an order is worth in other months than its own: what its file says of its parts, and what returns took, each in
 * the month of its own day. Both formats may have the same return: the one that takes more of a sale says when.
 */
const otherMonths = `case when w.pays and w.now_status in ('shipped', 'returned')
        and coalesce(w.said_months, w.left_months, w.back_months, w.twin_months) is not null
      then nullif(add_months(w.back_months, case
        when w.twin_cents > coalesce(w.worth_cents - w.left_cents, case when w.left_months is null then 0 else w.worth_cents end)
          then add_months(w.said_months, w.twin_months)
        else coalesce(w.left_months, w.said_months) end) - to_char(w.earned_on, 'YYYY-MM'), '{}') end`

const waitingStates = `waiting as (
    select order_item_id, waiting_return_cents as waiting_cents from states where is_reported and waiting_return_cents > 0
  )`

/**
 * Tables that end with `states`, the states of the orders in `affected` with what returns of Fee-Earnings leave of
 * them and what of these waits; and `others`. Whether a row of Fee-Earnings pays is stored with its file's day.
 */
const statesFolded = (
  importId: string,
  { at = mergedOrUndone(importId), others = '' }: { at?: string; others?: string } = {},
) => `${won(importId)}, paying as (
    select *, stands and case format
        when 'folio_csv' then order_date < coalesce(paying_date(marketplace), 'infinity')
        else order_item_id not in (select fee_item_id from paid_by_csv) end as pays,
      -- Both formats may have the same return: the one that takes more of a sale counts.
      least(remaining_cents, coalesce(left_cents, greatest(commission_cents, 0)), worth_cents - twin_cents) as rest_cents
    from won
  ), decided as (
    select *, greatest(0, rest_cents - taken_cents) as now_cents,
      case when commission_cents > 0 and remaining_cents = 0
          or taken_cents + twin_cents > 0 and taken_cents >= rest_cents then 'returned'
        else coalesce(left_status, order_status) end as now_status,
      coalesce(case format when 'fee_earnings' then order_date else shipped_on end, order_date) as earned_on
    from paying
  ), states as (
    select case when w.pays then w.id end as observation_id, w.order_item_id,
      ${at} as at, w.marketplace, w.currency, w.format, w.has_own_sub_tags as file_has_own_sub_tags,
      ${otherMonths} as other_months, ${reviewReason} as review_reason,
      case when w.pays and w.taken_from_id is null
        then coalesce(w.waiting_cents, w.left_waiting_cents, 0) else 0 end as waiting_return_cents,
      case when w.pays then w.taken_from_id end as taken_from_id, w.unclear_cents, w.bought_cents, w.is_reported,
      case w.format when 'fee_earnings' then coalesce(${feeOrderDate}, w.order_date) else w.order_date end as order_date,
      w.ordered_at, w.asin, w.product_title, coalesce(w.left_pieces, w.quantity) - w.taken_pieces as quantity,
      w.now_cents as commission_cents,
      w.commission_rate_bps,
      w.now_status as order_status, w.sub_tag, w.tracking_id,
      case w.format when 'fee_earnings' then w.order_date else w.shipped_on end as shipped_on
    from decided w ${others}
  )`

/** Folds the orders that an import affects again from all observations, after it was merged or undone. */
const refold = (importId: string, { isReported, ...asked }: Asked & { isReported: boolean }): string =>
  refoldNamed({ named: namedBy(importId, isReported), at: mergedOrUndone(importId), importId, ...asked })

const mergedOrUndone = (importId: string) =>
  `(select coalesce(undone_at, merged_at) from import_batches where id = '${importId}')`

type Named = { named: string; at: string; importId: string; isAlone?: boolean } & Partial<Asked>

/**
 * Folds orders again from all observations as of some time; an import that is being merged counts as merged. Includes
 * all orders that a return may take from, or no longer takes from, and their twins; and unless these are to be folded
 * alone, what waits for it since it is another creator's.
 */
export const refoldNamed = ({ named, at, importId, isAlone = false, hasCreators = false }: Named): string => `
  with requeued as (delete from returns_to_fold where ${!isAlone} returning order_item_id), named_first as (
    ${named}
    union all
    select q.order_item_id, (select fee_key from fee_rows where order_item_id = q.order_item_id limit 1), false, null from requeued q
  ), named as (
    select * from named_first
    union all
    select t.fee_item_id, (select fee_key from fee_rows where order_item_id = t.fee_item_id limit 1), false, null
    from same_sales t where t.folio_item_id in (select order_item_id from named_first)
    union all
    select t.folio_item_id, null, false, null
    from same_sales t where t.fee_item_id in (select order_item_id from named_first)
  ), ${remainingOfReturned(importId)},
  gathered as (
    -- Grouped, never joined: the planner does not know yet how many there are.
    select order_item_id, bool_or(is_reported) as is_reported, any_value(counting_id) as counting_id, max(cents) as remaining_cents,
      max(waiting_cents) as waiting_cents, max(taken_from_id) as taken_from_id,
      coalesce(sum(taken_cents), 0)::bigint as taken_cents, coalesce(sum(taken_pieces), 0)::integer as taken_pieces,
      coalesce(sum(twin_cents), 0)::bigint as twin_cents, sum_months(back_months) filter (where back_months is not null) as back_months,
      sum_months(twin_months) filter (where twin_months is not null) as twin_months
    from (
      select order_item_id, is_reported, counting_id, null::bigint as cents, null::bigint as waiting_cents,
        null as taken_from_id, null::bigint as taken_cents, null::integer as taken_pieces, null::bigint as twin_cents,
        null::jsonb as back_months, null::jsonb as twin_months
      from named
      union all select order_item_id, false, null, cents, waiting_cents, null, null, null, null, months, null from remaining
      union all select return_id, false, null, null, null, purchase_id, null, null, null, null, null from taken
      union all select purchase_id, false, null, null, null, null, cents, pieces, null,
        jsonb_build_object(to_char(day, 'YYYY-MM'), -cents), null from taken
      union all select o.taken_from_id, false, null, null, null, null, null, null, null, null, null
        from remaining join amazon_orders o using (order_item_id) where o.taken_from_id is not null
      union all select o.taken_from_id, false, null, null, null, null, null, null, null, null, null
        from named join amazon_orders o using (order_item_id) where o.taken_from_id is not null
      -- What a return takes from a sale that Folio's CSV pays for, it takes there.
      union all select t.folio_item_id, false, null, null, null, null, null, null, r.cents - k.cents, null, k.months
        from remaining k join same_sales t on t.fee_item_id = k.order_item_id
        cross join lateral (
          select f.cents from fee_rows f join import_days d on d.import_id = f.import_id and d.day = f.day and d.counts
          where f.order_item_id = k.order_item_id limit 1) r
    ) each
    group by order_item_id
  ), affected as (
    select *, case when not exists (
        select from order_observations o where o.order_item_id = gathered.order_item_id and o.fee_key is null
      ) then counting_id end as only_id
    from gathered
  ), ${statesFolded(importId, { at })}, ${waitingStates},
  folded as (${foldInto('select * from states', 'o.observation_id is distinct from t.observation_id')})
  ${queueAndCount(importId, { hasCreators })}`

// Of each day only the newest of Amazon's own reports counts, of one format, and no Fee-Earnings before the
// ship date (decision 42). Two statements, since the unique index of what counts holds at every moment.
const chooseNewest = (importId: string) => [
  `update import_days d set counts = false from import_days mine
  where mine.import_id = '${importId}' and d.counts
    and (d.marketplace, d.format, d.day) = (mine.marketplace, mine.format, mine.day)`,
  `update import_days d set counts = true
  from import_days mine cross join lateral (
    select s.import_id from import_days s join import_batches b on b.id = s.import_id
    where s.stands and (s.pays or s.format = 'fee_orders')
      and (s.marketplace, s.format, s.day) = (mine.marketplace, mine.format, mine.day)
    order by b.report_as_of desc, b.file_hash desc limit 1
  ) newest
  where mine.import_id = '${importId}' and mine.format <> 'folio_csv'
    and d.import_id = newest.import_id and d.day = mine.day`,
]

/**
 * The statements that merge a staged import, in order; its row must have its `merged_at`. The last one's row says
 * what changed. `isNewest` means that no standing report is as new and all its items are whole; `hasReturns` that
 * some of them have returns.
 */
export function mergeStatements(
  importId: string,
  {
    format,
    isNewest,
    hasReturns,
    ...asked
  }: Asked & { format: string; isNewest: boolean; hasReturns: boolean },
): string[] {
  if (isNewest)
    return [
      insertDays(importId),
      ...(hasReturns ? mergeNewestWithReturns(importId, asked) : [mergeNewest(importId, asked)]),
    ]
  return [
    insertDays(importId),
    ...chooseNewest(importId),
    ...(insertRows[format] ?? []).map((statement) => statement(importId)),
    refold(importId, { isReported: true, ...asked }),
  ]
}

/**
 * The statements that take an import back, in order; its row must have its `undone_at`. The last one's row says what
 * changed.
 */
export const undoStatements = (importId: string): string[] => [
  `update import_days set stands = false, counts = false where import_id = '${importId}'`,
  ...chooseNewest(importId),
  // The items of an import that is undone are no longer reported by it.
  refold(importId, { isReported: false, hasCreators: true }),
]
