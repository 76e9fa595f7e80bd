import { type Kysely, sql } from 'kysely'
import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import type { DB } from '../../platform/database/schema.ts'
import { cartDays } from '../../shared/attribution.ts'
import { ofPeople } from './evidence-sql.ts'

// The same condition as in the index of late clicks.
const isLate = sql`${ofPeople} and uuid_extract_timestamp(id) - clicked_at > interval '10 minutes'`

/**
 * Queues orders with a final match for the next matching if visits of their time were written down since the last look,
 * more than ten minutes after they happened. Ids of clicks contain the time of writing, by the database's clock.
 * Provisional matches are decided again anyway, and before the first matching there are none.
 */
export async function queueLateVisits(db: Kysely<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.lateVisits})`.execute(db)
  if (!(await hasMatches(db))) {
    await sql`
      update late_visits_mark set seen_until = came_at
      from (select max(uuid_extract_timestamp(id)) as came_at from clicks where ${isLate}) late
      where seen_until < came_at`.execute(db)
    return
  }
  await sql`
    with late as materialized (
      select product_id, min(clicked_at) as first_at, max(clicked_at) as last_at, max(uuid_extract_timestamp(id)) as came_at
      from clicks
      where ${isLate}
        and uuid_extract_timestamp(id) > (select seen_until from late_visits_mark)
      group by product_id
    ), affected as materialized (
      select o.order_item_id, o.order_date
      from late l
      cross join lateral (
        select marketplace, asin from products where id = l.product_id and not asin_is_made_up limit 1
      ) p
      cross join lateral (
        select order_item_id, order_date from amazon_orders
        where asin = p.asin and marketplace = p.marketplace
          -- The reports' days are those of UTC or one off.
          and order_date >= (l.first_at at time zone 'UTC')::date - 1
          and order_date <= (l.last_at at time zone 'UTC')::date + ${sql.lit(cartDays + 2)}
        offset 0
      ) o
      cross join lateral (
        select from order_matches where order_item_id = o.order_item_id and not is_provisional limit 1
      ) m
    ), locked as materialized (
      -- By their ids, the order in which every transaction locks them.
      select order_item_id, order_date from amazon_orders
      where order_item_id = any (array(select order_item_id from affected))
      order by order_item_id for no key update
    ), queued as (
      insert into orders_to_match (order_item_id, order_date) select order_item_id, order_date from locked
      on conflict do nothing
    )
    update late_visits_mark set seen_until = greatest(seen_until, (select max(came_at) from late))
    where exists (select from late)`.execute(db)
}

async function hasMatches(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql`select from order_matches limit 1`.execute(db)
  return rows.length > 0
}

/** Queues orders that an admin decided before their date was over, once it is over (decision 25). */
export const queueDecidedEarly = (db: Kysely<DB>, now: Date) =>
  sql`
    with affected as materialized (
      select order_item_id, order_date from amazon_orders
      where order_item_id = any (array(
        select order_item_id from order_matches where looked_at_again_from <= ${now}))
      order by order_item_id for no key update
    )
    insert into orders_to_match (order_item_id, order_date) select order_item_id, order_date from affected
    on conflict do nothing`.execute(db)
