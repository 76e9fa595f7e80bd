import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'

const dayOf = (at: Date) => sql`(${at}::timestamptz at time zone 'UTC')::date`

/**
 * Counts the networks of each product's days from the day of `since` on, if counted views changed since the last count.
 * Only clicks of those days are read. Once the clicks are deleted, each view counts as a network.
 */
export async function countNetworks(db: Kysely<DB>, since: Date): Promise<void> {
  await sql`
    with viewed as (
      select product_id, day, sum(views)::int as views
      from (
        select product_id, day, people as views from click_days where day >= ${dayOf(since)}
        union all
        select product_id, (quarter at time zone 'UTC')::date, clicks from click_deltas
        where kind = 'view' and outcome = 'counted' and quarter >= ${dayOf(since)}::timestamp at time zone 'UTC'
      ) part
      group by 1, 2 having sum(views) > 0
    ), changed as materialized (
      select viewed.* from viewed left join click_networks n using (day, product_id) where n.views is distinct from viewed.views
    )
    insert into click_networks (day, product_id, views, networks, largest, last_seen)
    select day, product_id, greatest(changed.views, seen.views), coalesce(nullif(networks, 0), changed.views), largest,
      last_seen
    from changed cross join lateral (
      with seen as materialized (
        select count(*)::int as views, extract(epoch from max(clicked_at) - day::timestamp at time zone 'UTC')::int / 900 as quarter
        from clicks c
        where c.product_id = changed.product_id and kind = 'view' and outcome = 'counted'
          and clicked_at >= day::timestamp at time zone 'UTC' and clicked_at < (day + 1)::timestamp at time zone 'UTC'
        group by coalesce(network, visitor)::bytea
      )
      select count(*)::int as networks, coalesce(max(views), 0) as largest, coalesce(sum(views), 0)::int as views,
        array(
          select count(s.quarter)::int from generate_series(0, 95) q left join seen s on s.quarter = q group by q order by q
        ) as last_seen
      from seen
    ) seen
    -- Two rankings that count at once take their locks in one order.
    order by day, product_id
    on conflict (day, product_id) do update
    set views = excluded.views, networks = excluded.networks, largest = excluded.largest, last_seen = excluded.last_seen`.execute(
    db,
  )
}

/** Deletes days before that of `daysSince`, and the quarters of an hour of those before that of `quartersSince`. */
export async function forgetNetworks(
  db: Kysely<DB>,
  { daysSince, quartersSince }: { daysSince: Date; quartersSince: Date },
): Promise<void> {
  await sql`
    with gone as (delete from click_networks where day < ${dayOf(daysSince)})
    update click_networks set last_seen = '{}'
    where day >= ${dayOf(daysSince)} and day < ${dayOf(quartersSince)} and last_seen <> '{}'`.execute(db)
}

/**
 * Owners of live, listed products by the number of networks that viewed them after `since` and until `until`, to the
 * quarter of an hour, each network once per product and day. Returns the first `limit` and those with as many as the
 * last of them.
 */
export async function selectMostViewed(
  db: Kysely<DB>,
  { since, until, limit }: { since: Date; until: Date; limit: number },
): Promise<{ user_id: string; clicks: number }[]> {
  const [first, last] = [sql`quarter_of(${since})`, sql`quarter_of(${until})`]
  const { rows } = await sql<{ user_id: string; clicks: number }>`
    select r.user_id, sum(clicks)::bigint as clicks
    from (
      select product_id, case when day > ${dayOf(since)} and day < ${dayOf(until)} then networks else (
          select sum(seen) from unnest(last_seen) with ordinality as of_quarter (seen, n)
          cross join lateral (select day::timestamp at time zone 'UTC' + (n - 1) * interval '15 minutes' as quarter) q
          where quarter > ${first} and quarter <= ${last}
        ) end as clicks
      from click_networks where day between ${dayOf(since)} and ${dayOf(until)}
    ) as clicked
    join products r on r.id = product_id and r.deleted_at is null and not r.withheld
    where clicks > 0
    group by r.user_id order by 2 desc fetch first ${limit} rows with ties`.execute(db)
  return rows
}
