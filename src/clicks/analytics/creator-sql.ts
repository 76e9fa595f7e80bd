import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'

export type CreatorClicks = {
  /** Each bucket's sums, in their order. */
  buckets: number[]
  /** Products with the most clicks, and those with as many as the last of them. */
  mostClicked: { product_id: string; clicks: number }[]
}

type Chart = {
  /**
   * `at` is the instant at which a bucket begins, `day` its first day; whether quarters of an hour make up the
   * difference between them.
   */
  edges: { day: string; at: Date; hasQuarters: boolean }[]
  /** The roll-ups to sum: months where each bucket begins with a month, else days. */
  grain: 'day' | 'month'
  since: number
  limit: number
}

/**
 * Clicks of a person's products between edges, in one snapshot. A day or month (UTC) is added to the bucket of that
 * date. The quarters between the start of that date in UTC and the bucket's own start are moved to the bucket of their
 * time. One index scan per product finds the quarters of all edges, since they mostly lie side by side.
 */
export async function selectCreatorClicks(
  db: Kysely<DB>,
  userId: string,
  { edges, grain, since, limit }: Chart,
): Promise<CreatorClicks> {
  const rollups = grain === 'day' ? sql`click_days` : sql`click_months`
  const times = edges.map(({ at }) => at)
  const days = edges.map(({ day }) => day)
  // `offset 0` keeps each look-up by key; without it PostgreSQL joins with the whole table.
  const { rows } = await sql<CreatorClicks>`
    with own as materialized (select id as product_id from products where user_id = ${userId}), chart as materialized (
      select ${times}::timestamptz[] as times, ${days}::date[] as days
    ), misplaced as materialized (
      select array(
        select generate_series(least(at, midnight), greatest(at, midnight) - interval '15 minutes', interval '15 minutes')
        from (
          select at, day::timestamp at time zone 'UTC' as midnight
          from unnest(${times}::timestamptz[], ${days}::date[], ${edges.map(({ hasQuarters }) => hasQuarters)}::boolean[])
            as e (at, day, has_quarters)
          where has_quarters
        ) e
      ) as quarters
    ), by_quarters as materialized (
      select q.* from own cross join lateral (
        select product_id, width_bucket(quarter, (select times from chart)) as n,
          width_bucket((quarter at time zone 'UTC')::date, (select days from chart)) as day_n, sum(people) as people
        from click_quarters k
        where k.product_id = own.product_id and quarter = any ((select quarters from misplaced)::timestamptz[])
        group by 1, 2, 3
      ) q
    ), part as (
      select product_id, width_bucket(day, (select days from chart)) as n, people
      from own cross join lateral (
        select ${sql.ref(grain)} as day, people from ${rollups} k
        where k.product_id = own.product_id
          and ${sql.ref(grain)} >= ${days.at(0)}::date and ${sql.ref(grain)} < ${days.at(-1)}::date
        offset 0
      ) k
      union all
      select product_id, n, people from by_quarters
      union all
      select product_id, day_n, -people from by_quarters
      union all
      select product_id, width_bucket(quarter, (select times from chart)), clicks
      from own cross join lateral (
        select quarter, clicks from click_deltas d
        where d.product_id = own.product_id and kind = 'view' and outcome = 'counted' offset 0
      ) d
    ), summed as materialized (
      select product_id, n, sum(people) as people
      from part where n between 1 and ${edges.length - 1}::int
      group by product_id, n
    )
    select
      (select json_agg(coalesce(people, 0) order by n)
       from generate_series(1, ${edges.length - 1}::int) n
       left join (select n, sum(people) as people from summed group by n) s using (n)) as buckets,
      (select coalesce(json_agg(json_build_object('product_id', product_id, 'clicks', clicks)), '[]')
       from (
         select product_id, sum(people) as clicks, rank() over (order by sum(people) desc) as standing
         from summed where n > ${since}::int group by product_id having sum(people) > 0
       ) ranked
       where standing <= ${limit}::int) as "mostClicked"`.execute(db)
  const [clicks] = rows
  if (!clicks) throw new Error('A statement without a table had no row.')
  return clicks
}
