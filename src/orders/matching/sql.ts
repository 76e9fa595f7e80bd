import { type Kysely, type RawBuilder, sql } from 'kysely'
import { textArray } from '../../platform/database/binary-arrays.ts'
import type { DB } from '../../platform/database/schema.ts'
import { cartDays, clicksStoredDays, visitHours } from '../../shared/attribution.ts'
import { isReported } from '../reported-sql.ts'
import {
  boundsOf,
  type ClickSource,
  evidenceIn,
  graceAfterDate,
  isEvidence,
  isOwnersOwn,
  ofPeople,
  onlyOwnersVisits,
  ownerSeenAt,
} from './evidence-sql.ts'

const hours = (count: number) => sql.lit(`${count} hours`)
const days = (count: number) => sql.lit(`${count} days`)

/** Clicks where they were recorded: each look-up is one in every month of its window. */
export const recordedClicks: ClickSource = {
  table: 'clicks',
  condition: sql`c.${ofPeople} and ${isEvidence}`,
  network: sql`coalesce(c.network, c.visitor)`,
  isOwn: isOwnersOwn,
}
/** The copy that {@link copyClicks} makes. */
export const copiedClicks: ClickSource = {
  table: 'matching_clicks',
  condition: sql`true`,
  network: sql`c.network`,
  isOwn: (_, until) => sql`coalesce(c.owner_seen_at < ${until}, false)`,
}

/** Provisional, and in a report. */
const isOpen = sql`is_provisional and (
  select ${isReported} from amazon_orders o where o.order_item_id = order_matches.order_item_id)`

/** The orders that a matching looks at: those that wait, and those with a provisional match. */
const toDecide = (condition = sql`true`, rest = sql``) => sql`(
  (select order_item_id from orders_to_match where ${condition} ${rest})
  union (select order_item_id from order_matches where ${isOpen} and ${condition} ${rest})
)`

export async function countWaiting(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ orders: number }>`select count(*) as orders from ${toDecide()} q`.execute(db)
  return rows[0]?.orders ?? 0
}

/** Removes from a run's list the orders that it decides again after an interruption. */
export const forgetUndecided = (db: Kysely<DB>, runId: string) =>
  sql`delete from run_orders where run_id = ${runId}
    and order_item_id in (select order_item_id from ${toDecide()} q)`.execute(db)

/** The next orders to decide after an id, sorted by id. */
export async function nextWaiting(db: Kysely<DB>, after: string, limit: number): Promise<string[]> {
  const next = toDecide(sql`order_item_id > ${after}`, sql`order by order_item_id limit ${limit}`)
  const { rows } = await sql<{ id: string }>`
    select order_item_id as id from ${next} q order by 1 limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Half of the orders, and of the products whose clicks may decide them. */
export type Lane = 0 | 1
export const lanes = [0, 1] as const

const laneOf = (asin: RawBuilder<unknown>) => sql`(hashtext(${asin}) & 1)`

/**
 * Lists a lane's orders in a temporary table, those of a product together, so that what is read for one is still in
 * memory for the next. An order's product is the one whose short link the report names, which alone decides then, or
 * else any with its ASIN.
 */
export async function listLane(db: Kysely<DB>, lane: Lane): Promise<void> {
  await sql`
    create temporary table matching_orders as
    select row_number() over (order by asin, order_item_id) as position, order_item_id
    from (
      select o.order_item_id, coalesce((
        select p.asin from short_links s join products p on p.id = s.product_id where s.id = lower(o.sub_tag)), o.asin) as asin
      from ${toDecide()} q join amazon_orders o using (order_item_id)
    ) listed
    where ${laneOf(sql`asin`)} = ${lane}`.execute(db)
  await sql`create unique index on matching_orders (position)`.execute(db)
}

/** The next orders of the lane's list after a position. */
export async function nextOfLane(db: Kysely<DB>, after: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select order_item_id as id from matching_orders
    where position > ${after} order by position limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Copies the clicks of people that are evidence for a lane's waiting orders into a temporary table, by product. Many
 * look-ups cost less in one small sorted table than in all months, where clicks of bots lie between them.
 */
export async function copyClicks(db: Kysely<DB>, lane: Lane): Promise<void> {
  const { first, last } = await findEdges(db)
  // A report's day begins and ends within a day of the same day of UTC.
  const inWindows = sql`clicked_at >= ${first}::timestamptz - interval ${days(cartDays + 2)}
    and clicked_at < ${last}::timestamptz + interval ${days(3)}`
  // Read month by month as stored, then sorted: in the order of products each click would be fetched singly.
  await sql`
    create temporary table matching_clicks as
    select * from (
      select product_id, clicked_at, id, kind, coalesce(c.network, c.visitor)::bytea as network,
        -- For nearly all clicks the list of owners' hashes suffices.
        case when c.visitor in (select visitor from clicks where outcome = 'owner' and ${inWindows})
          then ${ownerSeenAt(sql`c.payee_id`)} end as owner_seen_at
      from (
        -- First, since what is evidence is looked up for each.
        select c.*, p.payee_id from clicks c join products p on p.id = c.product_id
        where ${laneOf(sql`p.asin`)} = ${lane} and c.${ofPeople} and ${inWindows}
        offset 0
      ) c
      where ${isEvidence}
      offset 0
    ) read
    order by product_id, clicked_at, id`.execute(db)
  await sql`create index on matching_clicks (product_id, clicked_at, id)`.execute(db)
  await sql`create index on matching_clicks (product_id, clicked_at, id) where kind = 'outbound'`.execute(db)
  await sql`analyze matching_clicks`.execute(db)
}

/** When the first and the last of the lane's orders were bought: asked once, before clicks are read. */
async function findEdges(db: Kysely<DB>): Promise<{ first: Date | null; last: Date | null }> {
  const at = sql`coalesce(o.ordered_at, o.order_date::timestamp at time zone 'UTC')`
  const { rows } = await sql<{ first: Date | null; last: Date | null }>`
    select min(${at}) as first, max(${at}) as last
    from matching_orders join amazon_orders o using (order_item_id)`.execute(db)
  return rows[0] as { first: Date | null; last: Date | null }
}

export const dropLane = (db: Kysely<DB>) =>
  sql`drop table if exists matching_clicks, matching_orders`.execute(db)

/** The reports' time zone, the present time, and what is stored for each reason. */
type Terms = {
  reportTimeZone: string
  now: Date
  verdicts: Record<string, Words>
  /** The run that lists the outcome of each order; null if an admin has one order decided. */
  runId: string | null
}
type Words = { rule: string; confidence: string; reason: string; is_contested: boolean }

/**
 * How many of the decided orders are under review; and how many of those left unchanged would go to another creator or
 * to nobody by the present evidence.
 */
export type StillOpen = Record<'review' | 'evidence_disagrees', number>

/**
 * Makes the transaction's statements look up by key whatever the statistics say, since they may be older than the rows.
 * What has no key, such as a common table of the statement itself, is joined as a whole. Ends with the transaction, or
 * by calling the returned function.
 */
export async function planByKey(db: Kysely<DB>): Promise<() => Promise<unknown>> {
  const { rows } = await sql`
    select name, before, set_config(name, 'off', true)
    from (
      select name, current_setting(name) as before
      from unnest(array['enable_seqscan', 'enable_bitmapscan', 'enable_nestloop', 'jit']) as name offset 0
    ) settings`.execute(db)
  return () =>
    sql`select set_config(name, before, true)
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s (name text, before text)`.execute(db)
}

/**
 * Decides waiting and provisional orders and writes what changed. Call it after the locks, as a statement of its own,
 * so that it sees earlier decisions by hand. It agrees with `matchOrder` of testing/matcher.ts, which decides one order
 * from all its clicks, but uses look-ups: each reads the click it looks for and those after it.
 */
export async function writeVerdicts(
  db: Kysely<DB>,
  orderItemIds: readonly string[],
  terms: Terms,
  clicks: ClickSource,
): Promise<StillOpen> {
  const { rows } = await sql<StillOpen>`
    with ${waiting(orderItemIds, terms)}, ${evidenceIn(clicks)}, ${verdict(terms, clicks)}, written as (
      insert into order_matches as m (order_item_id, order_date, confidence, payee_id, product_id, short_link_id,
        reason, evidence, review, is_provisional, matched_at)
      select order_item_id, order_date, confidence, payee_id, product_id, short_link_id, reason, evidence, review,
        is_provisional, ${terms.now}
      from verdict where not is_compared order by order_item_id
      on conflict (order_item_id) do update set
        order_date = excluded.order_date, confidence = excluded.confidence, payee_id = excluded.payee_id,
        product_id = excluded.product_id, short_link_id = excluded.short_link_id, reason = excluded.reason,
        evidence = excluded.evidence, review = excluded.review, is_provisional = excluded.is_provisional,
        matched_by = case when ${isNewVerdict} then null else m.matched_by end,
        matched_at = case when ${isNewVerdict} then excluded.matched_at else m.matched_at end,
        -- A match that only became final is not a new one: the version that was seen stays, and nothing is posted.
        version = m.version + (${isNewVerdict})::int
      where ${isNewVerdict} or m.is_provisional <> excluded.is_provisional
      returning order_item_id, old.version is distinct from new.version as is_new
    ), posting as (
      insert into orders_to_post (order_item_id) select order_item_id from written where is_new order by order_item_id
      on conflict do nothing
    ), claim as materialized (
      -- Orders left unchanged that would go to another creator or to nobody, unless the admin knew that when they
      -- decided. Clicks removed by age are no evidence for nobody.
      select v.*
      from verdict v join waiting w using (order_item_id)
      where v.is_compared and v.payee_id is distinct from w.matched_payee_id
        and (v.payee_id is not null or w.file_has_own_sub_tags
          or w.cart_from > ${terms.now}::timestamptz - interval ${days(clicksStoredDays)})
        and not (w.is_decided and w.judged is null) and w.judged is distinct from ${claimOf}
    ), disagreeing as (
      insert into order_disagreements as d (order_item_id, order_date, payee_id, product_id, short_link_id, confidence,
        reason, evidence, found_at)
      select order_item_id, order_date, payee_id, product_id, short_link_id, confidence, reason, evidence, ${terms.now}
      from claim order by order_item_id
      on conflict (order_item_id) do update set
        order_date = excluded.order_date, payee_id = excluded.payee_id, product_id = excluded.product_id,
        short_link_id = excluded.short_link_id, confidence = excluded.confidence, reason = excluded.reason,
        evidence = excluded.evidence, found_at = excluded.found_at
      where (d.order_date, d.payee_id, d.product_id, d.short_link_id, d.confidence, d.reason, d.evidence)
        is distinct from (excluded.order_date, excluded.payee_id, excluded.product_id, excluded.short_link_id,
          excluded.confidence, excluded.reason, excluded.evidence)
    ), agreeing as (
      delete from order_disagreements
      where order_item_id = any (array(
        select order_item_id from waiting except select order_item_id from claim))
    ), left_alone as (
      -- An order that is left alone still gets its order's day. One that is in no report stays provisional: it may come
      -- back, and is then decided with all of its day, so that the time of a run never matters. An admin who decided
      -- before any evidence was known is asked only when it changes; one who decided before the date was over is asked
      -- once it is.
      update order_matches m
      set order_date = w.order_date,
        judged = case when m.is_decided and m.judged is null and v.order_item_id is not null
          then ${claimOf} else m.judged end,
        looked_at_again_from = ${lookAgainFrom}
      from waiting w left join verdict v on v.order_item_id = w.order_item_id
      where m.order_item_id = any (array(select order_item_id from waiting where is_left_alone))
        and w.order_item_id = m.order_item_id
        and (m.order_date <> w.order_date or (m.is_decided and m.judged is null and v.order_item_id is not null)
          or m.looked_at_again_from is distinct from ${lookAgainFrom})
    ), listed as (
      insert into run_orders (run_id, outcome, order_item_id)
      select ${terms.runId}::uuid, coalesce(v.confidence, 'left_alone'), w.order_item_id
      from waiting w left join (select * from verdict where not is_compared) v using (order_item_id)
      where ${terms.runId}::uuid is not null
      order by 2, 3
      on conflict do nothing
    ), done as (
      delete from orders_to_match
      where order_item_id = any (array(select order_item_id from waiting))
    )
    select count(review) as review, (select count(*) from claim) as evidence_disagrees
    from verdict where not is_compared`.execute(db)
  return rows[0] ?? { review: 0, evidence_disagrees: 0 }
}

/** When an order that an admin decided before its date was over is matched again; null for any other. */
const lookAgainFrom = sql`case when m.is_decided and w.is_provisional then w.date_ends + interval ${graceAfterDate} end`

/** The content of a match `v`, as stored with an admin's decision. */
const claimOf = sql`jsonb_build_object('payee_id', v.payee_id, 'evidence', v.evidence)`

/** Whether a new match differs from the stored match `m`. */
const isNewVerdict = sql`(m.order_date, m.confidence, m.payee_id, m.product_id, m.short_link_id, m.reason, m.evidence, m.review)
  is distinct from (excluded.order_date, excluded.confidence, excluded.payee_id, excluded.product_id,
    excluded.short_link_id, excluded.reason, excluded.evidence, excluded.review)`

/**
 * The orders to decide, with the end of each order's window and the beginnings of its two parts. Left alone are orders
 * decided by an admin, in no report, or posted to the payee of a final match, and returns of Amazon's own reports,
 * which are nobody's. Of these, posted orders and those decided by an admin are compared with the evidence known now.
 */
const waiting = (ids: readonly string[], { reportTimeZone, now }: Terms): RawBuilder<unknown> => sql`
  waiting as materialized (
    select *, is_left_alone and is_reported as is_compared
    from (${lookedAt(ids, reportTimeZone, now)}) w
  ), orders as materialized (
    select * from waiting where is_compared or not is_left_alone
  )`

const lookedAt = (ids: readonly string[], reportTimeZone: string, now: Date) => sql`
    select o.*, from_at - interval ${hours(visitHours)} as day_from, from_at - interval ${hours(cartDays * 24)} as cart_from, until,
      date_ends, date_ends + interval ${graceAfterDate} > ${now}::timestamptz as is_provisional,
      coalesce(m.is_decided, false) as is_decided, m.payee_id as matched_payee_id, m.judged,
      ${isReported} as is_reported,
      not ${isReported} or coalesce(m.is_decided, false)
        or (l.is_posted is not null and not m.is_provisional
          and date_ends + interval ${graceAfterDate} <= ${now}::timestamptz) as is_left_alone
    from unnest(${textArray(ids)}::text[]) as q (id)
    cross join lateral (select * from amazon_orders where order_item_id = q.id limit 1) o
    cross join lateral ${boundsOf(reportTimeZone)} bounds
    left join lateral (select true as is_queued from orders_to_match where order_item_id = q.id limit 1) w on true
    left join lateral (select is_decided, is_provisional, payee_id, judged from order_matches where order_item_id = q.id limit 1) m on true
    left join lateral (
      select true as is_posted from earnings_ledger where order_item_id = q.id and payee_id = m.payee_id limit 1
    ) l on true
    -- Another run may have decided it meanwhile.
    where w.is_queued or m.is_provisional`

/** Each order's match as it is stored. An order of nobody has no product. */
const verdict = ({ verdicts }: Terms, clicks: ClickSource): RawBuilder<unknown> => sql`
  known as materialized (
    select o.order_item_id, o.order_date, o.cart_from, o.until, o.date_ends, o.is_provisional, o.is_compared, o.sub_tag, o.tracking_id, f.creators, f.sides,
      coalesce(o.cause, f.cause, 'no_product') as cause,
      coalesce(o.payee_id, f.payee_id) as payee_id,
      coalesce(o.product_id, f.product_id) as product_id,
      coalesce(o.kind, f.kind) as kind,
      coalesce(o.clicked_at, f.clicked_at) as clicked_at
    from reported o
    left join found f on o.cause is null
      and (f.marketplace, f.asin, f.day_from, f.until) = (o.marketplace, o.asin, o.day_from, o.until)
    -- By product, since its short link and its clicks are looked up below.
    order by product_id
  ), verdict as materialized (
    select order_item_id, order_date, is_provisional, is_compared, confidence, reason,
      case when is_contested then 'several_creators'
        when confidence <> 'unknown' and product_id is not null and ${onlyOwnersVisits(clicks)} then 'own_purchase'
      end as review,
      case when confidence <> 'unknown' then payee_id end as payee_id,
      case when confidence <> 'unknown' then product_id end as product_id,
      link.id as short_link_id,
      jsonb_strip_nulls(jsonb_build_object(
        'rule', rule,
        'creators', creators,
        'sides', sides,
        'product_id', case when confidence <> 'unknown' then product_id end,
        'short_link_id', link.id,
        -- The same in any case, so that the same evidence is.
        'tracking_id', case cause when 'tracking_id' then lower(tracking_id) end,
        'click_kind', case when confidence <> 'unknown' then kind end,
        'clicked_at', case when confidence <> 'unknown' then
          to_char(clicked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end
      )) as evidence
    from known k
    join jsonb_to_recordset(${JSON.stringify(
      Object.entries(verdicts).map(([cause, words]) => ({ cause, ...words })),
    )}::jsonb) as words (cause text, rule text, confidence text, reason text, is_contested boolean) using (cause)
    left join lateral (
      select coalesce(case cause when 'sub_tag' then lower(sub_tag) end, (
        select id from short_links where product_id = k.product_id and not is_of_list order by created_at, id limit 1)) as id
      where confidence <> 'unknown'
    ) link on true
  )`
