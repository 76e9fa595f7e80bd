import { type RawBuilder, sql } from 'kysely'
import { networksToProve } from '../../shared/attribution.ts'

type Sql = RawBuilder<unknown>

/** Clicks that may have led to a purchase: those of people, repeated ones included (decision 34). */
export const ofPeople = sql`outcome in ('counted', 'repeat')`

/** How long before a press its view may be, and how long after: a press may overtake its view. */
const viewBefore = sql.lit('24 hours')
const viewAfter = sql.lit('5 minutes')

/**
 * How long after the end of an order's date its match stays provisional: until clicks of the last seconds are written
 * down, which takes a minute at most, and views of the last presses (decision 25).
 */
export const graceAfterDate = sql.lit('10 minutes')

/**
 * Clicks until an instant that name the same view as a click `c`. They are looked up by the view's id only: with stale
 * statistics PostgreSQL would otherwise read the product's whole day of clicks.
 */
const namingTheSame = (until: Sql): Sql => sql`(
  select id, product_id, kind, outcome, clicked_at from clicks
  where view_event_id = c.view_event_id and clicked_at > c.clicked_at - interval ${viewBefore} - interval ${viewAfter}
    and ${until}
  offset 0
)`

/**
 * Whether a click `c` of people is evidence: a press is, if it is the first that names a recorded view of its product.
 * Clicks recorded without a network all count (decision 34).
 */
export const isEvidence = sql`(
  c.kind = 'view' or c.network is null or (
    exists (
      select from ${namingTheSame(sql`clicked_at <= c.clicked_at + interval ${viewAfter}`)} v
      where v.product_id = c.product_id and v.kind = 'view' and v.${ofPeople}
        and v.clicked_at > c.clicked_at - interval ${viewBefore}
    ) and not exists (
      select from ${namingTheSame(sql`clicked_at <= c.clicked_at`)} e
      where e.product_id = c.product_id and e.kind = 'outbound' and e.${ofPeople}
        and (e.clicked_at, e.id) < (c.clicked_at, c.id)
    )
  ))`

/**
 * When the browser of a click `c` on a payee's product was first signed in as the owner, on a page of theirs on the
 * same day (UTC). Null if it never was.
 */
export const ownerSeenAt = (payeeId: Sql): Sql => sql`(
  select min(w.clicked_at) from clicks w
  where w.visitor = c.visitor and w.outcome = 'owner'
    and w.clicked_at >= date_trunc('day', c.clicked_at, 'UTC')
    and w.clicked_at < date_trunc('day', c.clicked_at, 'UTC') + interval '1 day'
    and (select payee_id from products where id = w.product_id limit 1) = ${payeeId}
)`

/** Whether by an instant a click `c` on a payee's product is known to be the owner's own, made signed out. */
export const isOwnersOwn = (payeeId: Sql, until: Sql): Sql =>
  sql`coalesce(${ownerSeenAt(payeeId)} < ${until}, false)`

/**
 * The time of an order `o`: from `from_at` until before `until`. A date without a time is that whole day; a click at
 * the instant of the order counts as before it. After `date_ends` nothing is evidence.
 */
export const boundsOf = (reportTimeZone: string): Sql => sql`(
  select from_at, until, greatest(until, ends) as date_ends
  from (
    select coalesce(o.ordered_at + interval '1 microsecond', begins) as from_at,
      coalesce(o.ordered_at + interval '1 microsecond', ends) as until, ends
    from (
      select o.order_date::timestamp at time zone ${reportTimeZone} as begins,
        (o.order_date + 1)::timestamp at time zone ${reportTimeZone} as ends
    ) day
  ) own
)`

/** Where clicks are looked up: in `clicks`, or in a copy of those that are evidence. */
export type ClickSource = {
  table: string
  /** Which clicks `c` are evidence. */
  condition: Sql
  /** The network of a click `c`, or the visitor for clicks that were recorded without one. */
  network: Sql
  /** Whether by an instant a click `c` on a payee's product is known to be the owner's own, made signed out. */
  isOwn: (payeeId: Sql, until: Sql) => Sql
}

/** The last click of product `p` between two instants, the second excluded. */
type LastClick = (
  from: 'cart_from' | 'day_from',
  until: 'day_from' | 'until',
  condition?: Sql,
) => RawBuilder<unknown>
const lastClickIn =
  (clicks: ClickSource): LastClick =>
  (from, until, condition = sql`true`) =>
    sql`
  select clicked_at, kind from ${sql.table(clicks.table)} c
  where product_id = p.id and clicked_at >= o.${sql.ref(from)} and clicked_at < o.${sql.ref(until)}
    and ${condition} and ${clicks.condition}
  order by clicked_at desc, id desc limit 1`

/** The products that are matched by their ASIN: of any creator, deleted ones included (decision 25). */
const ofTheSameAsin = sql`p.marketplace = o.marketplace and p.asin = o.asin and not p.asin_is_made_up`

/** From one of `orders`, the tables `reported`, by the report's data, and `found`, by clicks. */
export function evidenceIn(clicks: ClickSource): Sql {
  const lastClick = lastClickIn(clicks)
  return sql`${reportedBy(lastClick)}, ${candidatesBy(lastClick)}, ${weighedBy(clicks, lastClick)}, ${foundAmong}`
}

/**
 * The report's own evidence for `orders`: the creator of its short link or tracking id, and the last click on their
 * product. `cause` is null if the report has neither.
 */
const reportedBy = (lastClick: LastClick) => sql`
  reported as materialized (
    select o.*,
      case when l.product_id is not null then 'sub_tag' when t.payee_id is not null then 'tracking_id'
        when file_has_own_sub_tags then 'foreign_sub_tag' end as cause,
      coalesce(l.payee_id, t.payee_id) as payee_id,
      coalesce(l.product_id, t.product_id) as product_id,
      coalesce(l.kind, t.kind) as kind,
      coalesce(l.clicked_at, t.clicked_at) as clicked_at
    from orders o
    left join lateral (
      select p.id as product_id, p.payee_id, c.kind, c.clicked_at
      from (select product_id as id from short_links where id = lower(o.sub_tag) limit 1) s
      cross join lateral (select id, payee_id from products where id = s.id limit 1) p
      left join lateral (${lastClick('cart_from', 'until')}) c on true
    ) l on true
    left join lateral (
      select t.payee_id, p.product_id, p.kind, p.clicked_at
      from (
        select payee_id from tracking_ids
        where lower(tag) = lower(o.tracking_id) and marketplace = o.marketplace and l.product_id is null
          and valid_from <= o.order_date and (valid_to is null or valid_to > o.order_date)
        order by tag = o.tracking_id desc, id limit 1
      ) t
      left join lateral (
        select p.id as product_id, c.kind, c.clicked_at, count(*) over () as products
        from products p
        left join lateral (${lastClick('cart_from', 'until')}) c on true
        where ${ofTheSameAsin} and p.payee_id = t.payee_id
        order by c.clicked_at desc nulls last, p.id desc limit 1
      ) p on p.clicked_at is not null or p.products = 1
    ) t on true
  )`

/**
 * The evidence of clicks for a purchase: an ASIN in a window, for all orders that have it. Presses within 24 hours
 * weigh 3, views within 24 hours 2, any click in the cart's window 1. Purchases of a product stand together, so that
 * what is read for one is still in memory for the next.
 */
const candidatesBy = (lastClick: LastClick) => sql`
  purchase as materialized (
    select row_number() over (order by marketplace, asin, day_from, until) as purchase, *
    from (select distinct marketplace, asin, day_from, cart_from, until from reported where cause is null) r
  ), candidate as materialized (
    select o.purchase, o.day_from, o.cart_from, o.until, p.id as product_id, p.payee_id,
      coalesce(press.kind, recent.kind, earlier.kind) as kind,
      coalesce(press.clicked_at, recent.clicked_at, earlier.clicked_at) as clicked_at,
      case when press.kind is not null then 3 when recent.kind is not null then 2
        when earlier.kind is not null then 1 else 0 end as weight
    from purchase o
    cross join lateral (select p.id, p.payee_id from products p where ${ofTheSameAsin} offset 0) p
    left join lateral (${lastClick('day_from', 'until')}) recent on true
    left join lateral (${lastClick('day_from', 'until', sql`kind = 'outbound' and recent.kind is not null`)}) press on true
    left join lateral (${lastClick('cart_from', 'day_from', sql`recent.kind is null`)}) earlier on true
  ), contender as materialized (
    select *, max_weight > 0 and min(payee_id::text) over same_purchase <> max(payee_id::text) over same_purchase as has_rivals
    from (
      select *, max(weight) over (partition by purchase) as max_weight from candidate
    ) c
    where least(weight, 1) = least(max_weight, 1)
    window same_purchase as (partition by purchase)
  )`

/**
 * How many of a product's latest clicks are counted at once, and how many where these do not show whether there are
 * five networks although most are of different ones. Most products have no more than the first in an order's window,
 * and few more than the second, unless they are flooded.
 */
const countedAtOnce = [64, 256] as const

/**
 * Up to five networks of a product's day (UTC), which begins at `d.starts`: those that came first or those that came
 * last.
 */
const networksOfDay = (clicks: ClickSource, { isLast }: { isLast: boolean }) => {
  const order = isLast ? sql`clicked_at desc, id desc` : sql`clicked_at, id`
  const next = (condition: Sql) => sql`
    select clicked_at, id, ${clicks.network} as network
    from ${sql.table(clicks.table)} c
    where c.product_id = d.product_id and clicked_at >= d.starts and clicked_at < d.starts + interval '24 hours'
      and ${condition} and ${clicks.condition}
    order by ${order} limit 1`
  const isBeyond = isLast
    ? sql`(clicked_at, id) < (s.clicked_at, s.id)`
    : sql`(clicked_at, id) > (s.clicked_at, s.id)`
  return sql`
    with recursive seen as (
      (select clicked_at, id, network, array[network] as networks from (${next(isLast ? sql`d.is_begun_in` : sql`true`)}) first)
      union all
      select next.*, s.networks || next.network
      from seen s cross join lateral (${next(sql`${isBeyond} and ${clicks.network} <> all (s.networks)`)}) next
      where cardinality(s.networks) < ${sql.lit(networksToProve)}
    )
    select network, clicked_at from seen`
}

/**
 * How many networks clicked products on a day (UTC), where several creators have evidence. The day's salt makes
 * networks comparable within that day only. The table `alone` counts for each product what its latest clicks show, and
 * that is all for a creator who has one such product, which most have. The table `seen` lists the networks of the
 * others, whose products have to be counted together, or whose latest clicks do not show whether there are five: there
 * each day is read once for all orders of the product, for the networks that came first, so that their number until any
 * instant is known, and where an order's window begins within the day, for those that came last. So a flood from few
 * networks is read once or twice, however many orders there are.
 */
const seenBy = (clicks: ClickSource) => {
  const day = sql`(clicked_at at time zone 'UTC')::date`
  const side = sql`r.purchase, r.day_from, r.cart_from, r.until, r.payee_id, r.product_id`
  const latest = (limit: number, condition = sql`true`) => sql`
    select clicked_at, ${day} as day, ${clicks.network} as network
    from ${sql.table(clicks.table)} c
    where c.product_id = r.product_id and clicked_at >= r.cart_from and clicked_at < r.until
      and ${condition} and ${clicks.condition}
    order by clicked_at desc, id desc limit ${sql.lit(limit)}`
  const counted = (limit: number, condition?: Sql) => sql`
    select max(networks) as networks, max(recent) as recent, sum(networks) > sum(clicks) / 2 as are_many,
      sum(clicks) = ${sql.lit(limit)} and max(networks) < ${sql.lit(networksToProve)} as is_crowded
    from (
      select count(*) as clicks, count(distinct network) as networks,
        count(distinct network) filter (where clicked_at >= r.day_from) as recent
      from (${latest(limit, condition)}) l group by day
    ) d`
  const [some, many] = countedAtOnce
  return sql`
  alone as materialized (
    select *, is_crowded or count(*) over (partition by purchase, payee_id) > 1 as is_joined
    from (
      select ${side}, coalesce(m.networks, s.networks) as networks, coalesce(m.recent, s.recent) as recent,
        coalesce(m.is_crowded, s.is_crowded) as is_crowded
      from contender r
      cross join lateral (${counted(some)}) s
      cross join lateral (${counted(many, sql`s.is_crowded and s.are_many`)}) m
      where r.has_rivals
    ) each
  ), few as materialized (
    select ${side}, n.day, n.network, max(n.clicked_at) as clicked_at
    from alone r cross join lateral (${latest(many)}) n
    where r.is_joined and not r.is_crowded
    group by ${side}, n.day, n.network
  ), crowded_day as materialized (
    select r.product_id, d.starts,
      bool_or(r.cart_from > d.starts or (r.day_from > d.starts and r.day_from < d.starts + interval '24 hours')) as is_begun_in
    from alone r
    cross join lateral generate_series(date_trunc('day', r.cart_from, 'UTC'), r.until - interval '1 microsecond', interval '24 hours')
      as d (starts)
    where r.is_crowded
    group by r.product_id, d.starts
  ), network_of_day as materialized (
    select d.product_id, n.network, n.clicked_at
    from crowded_day d
    cross join lateral (
      select * from (${networksOfDay(clicks, { isLast: false })}) came
      union all
      select * from (${networksOfDay(clicks, { isLast: true })}) went
    ) n
  ), seen as materialized (
    select r.purchase, r.payee_id, r.day_from, r.day, r.network, r.clicked_at from few r
    union all
    select r.purchase, r.payee_id, r.day_from, ${day}, n.network, n.clicked_at
    from alone r join network_of_day n using (product_id)
    where r.is_crowded and n.clicked_at >= r.cart_from and n.clicked_at < r.until
  )`
}

/**
 * How many networks support each side: the most of any one day. Those of the last 24 hours count where there are some;
 * five on one day of the cart's window always suffice. A side with five networks takes part with any kind of click; of
 * the other sides, only those with the strongest kind. Also the last press in the cart's window.
 */
const weighedBy = (clicks: ClickSource, lastClick: LastClick) => {
  const enough = sql.lit(networksToProve)
  return sql`
  ${seenBy(clicks)}, reach as materialized (
    select purchase, payee_id, count(distinct network) as networks,
      count(distinct network) filter (where clicked_at >= day_from) as recent
    from seen group by purchase, payee_id, day
    union all
    select purchase, payee_id, networks, recent from alone where not is_joined
  ), side as materialized (
    select purchase, payee_id,
      case when max(networks) >= ${enough} then ${enough} when max(recent) > 0 then max(recent) else max(networks) end::int as networks,
      max(recent) = 0 or max(networks) >= ${enough} and max(recent) < ${enough} as by_cart
    from reach group by purchase, payee_id
  ), standing as materialized (
    select c.*, s.networks, s.by_cart, max(weight) over (partition by purchase, payee_id) as side_weighs,
      coalesce(s.networks = 1 and max(s.networks) over same_purchase >= ${enough}, false) as yields
    from contender c left join side s using (purchase, payee_id)
    window same_purchase as (partition by purchase)
  ), top as materialized (
    select *, max(weight) filter (where not yields) over same_purchase as weighs
    from standing
    window same_purchase as (partition by purchase)
  ), crowd as materialized (
    select purchase, count(distinct payee_id) as creators,
      count(distinct payee_id) filter (where not yields) as remaining,
      jsonb_agg(jsonb_build_object('payee_id', payee_id, 'product_id', product_id, 'networks', networks,
          'in_cart', case when by_cart and weighs > 1 then true end)
        order by payee_id, product_id) filter (where has_rivals) as sides
    from top
    where weight >= least(weighs, side_weighs) and (side_weighs >= weighs or networks >= ${enough})
    group by purchase
  ), last as materialized (
    select o.*, cart.clicked_at as cart_press_at
    from top o
    left join lateral (
      select l.clicked_at from (select o.product_id as id) p cross join lateral (
        ${lastClick('cart_from', 'until', sql`kind = 'outbound' and o.weighs = 1 and o.has_rivals`)}) l
    ) cart on true
  )`
}

/**
 * Decides who is credited. A side of one network yields to one of five or more. Of the others with the highest weight
 * the last click wins; in the cart's window the last press, if several creators are left.
 */
const foundAmong = sql`
  found as materialized (
    select distinct on (purchase) marketplace, asin, day_from, until, product_id, payee_id,
      case when contended then coalesce(case when cart_press_at is not null then 'outbound' end, kind) else kind end as kind,
      case when contended then coalesce(cart_press_at, clicked_at) else clicked_at end as clicked_at,
      case when weighs > 0 then creators end as creators,
      case when creators > 1 then sides end as sides,
      case weighs when 3 then 'outbound_24h' when 2 then 'view_24h' when 1 then 'cart_89d' else 'no_click' end
        || case when weighs = 0 or creators = 1 then '' when remaining = 1 then '_networks' else '_several' end as cause
    from (
      select l.*, p.marketplace, p.asin, creators, remaining, sides, remaining > 1 and weighs = 1 as contended
      from last l join crowd using (purchase) join purchase p using (purchase)
      where weight = weighs and not yields
    ) l
    order by purchase, contended and cart_press_at is null,
      case when contended then coalesce(cart_press_at, clicked_at) else clicked_at end desc, product_id desc
  )`

/**
 * Whether a match's product `k` has recorded visits in the cart's window, all by its owner: signed in, or by the same
 * browser signed out on the same day. The owner's visits after the order's date do not count.
 */
export const onlyOwnersVisits = (clicks: ClickSource): Sql => {
  const inCart = sql`c.product_id = k.product_id and c.clicked_at >= k.cart_from and c.clicked_at < k.until`
  const ofPeopleWhere = (condition: Sql) => sql`exists (
    select from ${sql.table(clicks.table)} c where ${inCart} and ${clicks.condition} and ${condition} offset 0)`
  return sql`(
    not ${ofPeopleWhere(sql`not ${clicks.isOwn(sql`k.payee_id`, sql`k.date_ends`)}`)}
    and (${ofPeopleWhere(sql`true`)} or exists (
      select from clicks c where ${inCart} and c.outcome = 'owner' offset 0)))`
}
