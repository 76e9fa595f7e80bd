import { type RawBuilder, sql } from 'kysely'

/** Of these clicks a purchase may have come: people's, also those that counted once already (decisions: Clicks). */
export const ofPeople = sql`outcome in ('counted', 'repeat')`

/** Where clicks are looked up: in `clicks`, or in a copy of those of people. */
export type ClickSource = { table: string; condition: RawBuilder<unknown> }

/** The last click of product `p` from one instant until before another. */
type LastClick = (
  from: 'cart_from' | 'day_from',
  until: 'day_from' | 'until',
  condition?: RawBuilder<unknown>,
) => RawBuilder<unknown>
const lastClickIn =
  (clicks: ClickSource): LastClick =>
  (from, until, condition = sql`true`) =>
    sql`
  select clicked_at, kind from ${sql.table(clicks.table)}
  where product_id = p.id and clicked_at >= o.${sql.ref(from)} and clicked_at < o.${sql.ref(until)}
    and ${clicks.condition} and ${condition}
  order by clicked_at desc, id desc limit 1`

/** The products that are matched by their ASIN: of anyone, deleted ones too (decisions: Items, Matching). */
const ofTheSameAsin = sql`p.marketplace = o.marketplace and p.asin = o.asin and not p.asin_is_made_up`

/** The tables `told`, by what a report itself tells, and `found`, by clicks, from one of `orders`. */
export function evidenceIn(clicks: ClickSource): RawBuilder<unknown> {
  const lastClick = lastClickIn(clicks)
  return sql`${toldBy(lastClick)}, ${foundBy(lastClick)}`
}

/**
 * What the report itself tells of `orders`: whose link or whose tracking id it was, and the last click on their product.
 * `cause` is null where it tells nothing.
 */
const toldBy = (lastClick: LastClick) => sql`
  told as materialized (
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
        where tag = o.tracking_id and marketplace = o.marketplace and l.product_id is null
          and valid_from <= o.order_date and (valid_to is null or valid_to > o.order_date)
        limit 1
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
 * What clicks tell of a purchase, which is that of an ASIN in a window, however many orders have it. Presses within 24
 * hours weigh 3, views 2, any click before, while what was put in the cart counts, 1. Of what weighs most the last one
 * wins (decisions: Matching).
 */
const foundBy = (lastClick: LastClick) => sql`
  purchase as materialized (
    select distinct marketplace, asin, day_from, cart_from, until from told where cause is null
  ), candidate as materialized (
    select o.*, p.id as product_id, p.payee_id,
      coalesce(press.kind, recent.kind, earlier.kind) as kind,
      coalesce(press.clicked_at, recent.clicked_at, earlier.clicked_at) as clicked_at,
      case when press.kind is not null then 3 when recent.kind is not null then 2
        when earlier.kind is not null then 1 else 0 end as weight
    from purchase o
    cross join lateral (select p.id, p.payee_id from products p where ${ofTheSameAsin} offset 0) p
    left join lateral (${lastClick('day_from', 'until')}) recent on true
    left join lateral (${lastClick('day_from', 'until', sql`kind = 'outbound' and recent.kind is not null`)}) press on true
    left join lateral (${lastClick('cart_from', 'day_from', sql`recent.kind is null`)}) earlier on true
  ), crowd as materialized (
    select marketplace, asin, day_from, until, weight, case when weight > 0 then count(distinct payee_id) end as creators
    from candidate group by marketplace, asin, day_from, until, weight
  ), found as materialized (
    select distinct on (marketplace, asin, day_from, until) *,
      case weight when 3 then case creators when 1 then 'outbound_24h' else 'outbound_24h_several' end
        when 2 then case creators when 1 then 'view_24h' else 'view_24h_several' end
        when 1 then case creators when 1 then 'cart_89d' else 'several_creators' end
        else 'no_click' end as cause
    from candidate join crowd using (marketplace, asin, day_from, until, weight)
    order by marketplace, asin, day_from, until, weight desc, clicked_at desc, product_id desc
  )`
