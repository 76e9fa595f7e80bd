import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'

export type CreatorClicks = {
  /** Of each bucket, in their order. */
  buckets: number[]
  /** With the most clicks, and all that have as many as the last of these. */
  mostClicked: { product_id: string; clicks: number }[]
}

type Chart = {
  /** `at` is when a bucket begins, `day` what its first day is called; whether quarters of an hour tell the difference. */
  edges: { day: string; at: Date; hasQuarters: boolean }[]
  /** By what the buckets are summed: each begins with a month, or not. */
  grain: 'day' | 'month'
  since: number
  most: number
}

/**
 * What the products of a person were clicked between edges, at one moment. Days or months (UTC) are in the bucket that
 * holds the day of the same name; quarters that lie between the beginning of such a day in UTC and the bucket's own are
 * taken from the bucket that the day is in and given to that of their time. One scan of a product's finds those of all
 * edges, since they mostly lie side by side.
 */
export async function selectCreatorClicks(
  db: Kysely<DB>,
  userId: string,
  { edges, grain, since, most }: Chart,
): Promise<CreatorClicks> {
  const rollups = grain === 'day' ? sql`click_days` : sql`click_months`
  const times = edges.map(({ at }) => at)
  const days = edges.map(({ day }) => day)
  // Each look-up is by key: `offset 0` keeps it from being made a join with the whole table.
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
         select product_id, sum(people) as clicks, rank() over (order by sum(people) desc) as place
         from summed where n > ${since}::int group by product_id having sum(people) > 0
       ) ranked
       where place <= ${most}::int) as "mostClicked"`.execute(db)
  const [clicks] = rows
  if (!clicks) throw new Error('A statement without a table had no row.')
  return clicks
}
