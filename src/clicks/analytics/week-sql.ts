import { type Kysely, sql } from 'kysely'
import { uuidArray } from '../../platform/database/binary-arrays.ts'
import type { DB } from '../../platform/database/schema.ts'

/** Counted views of a person's products; people without any have no row. */
export type ViewsOfPerson = {
  user_id: string
  /** Between each two of the times. */
  buckets: number[]
  /** The product, and the known site, with the most of them. */
  product_id: string
  product_views: number
  site: string | null
  site_views: number | null
}

/**
 * Counted views of people's products between times that are full quarters of an hour, within the months for which these
 * are stored; deleted products included. Each product's quarters are one index range, as are those not folded yet.
 */
export async function selectViewsOfPeople(
  db: Kysely<DB>,
  userIds: string[],
  times: Date[],
): Promise<ViewsOfPerson[]> {
  const [from, until] = [times.at(0), times.at(-1)]
  const buckets = times.slice(1).map((_, n) => sql`coalesce(sum(people) filter (where n = ${n + 1}), 0)::int`)
  // `offset 0` keeps each look-up by key; without it PostgreSQL joins with the whole table.
  const { rows } = await sql<ViewsOfPerson>`
    with own as materialized (
      select user_id, id as product_id from products where user_id = any (${uuidArray(userIds)}::uuid[])
    ), delta as materialized (
      select own.*, d.quarter, d.site, d.clicks as people
      from own cross join lateral (
        select quarter, site, clicks from click_deltas
        where product_id = own.product_id and kind = 'view' and outcome = 'counted'
          and quarter >= ${from} and quarter < ${until} offset 0
      ) d
    ), viewed as materialized (
      select own.*, q.quarter, q.people
      from own cross join lateral (
        select quarter, people from click_quarters
        where product_id = own.product_id and quarter >= ${from} and quarter < ${until} and people > 0 offset 0
      ) q
      union all
      select user_id, product_id, quarter, people from delta
    ), of_person as (
      select user_id, array[${sql.join(buckets)}] as buckets
      from (select user_id, width_bucket(quarter, ${times}::timestamptz[]) as n, people from viewed) v
      group by user_id
    ), of_product as (
      select distinct on (user_id) user_id, product_id, sum(people)::int as product_views
      from viewed group by user_id, product_id order by user_id, sum(people) desc, product_id
    ), of_site as (
      select distinct on (user_id) user_id, site, sum(people)::int as site_views
      from (
        select own.user_id, q.site, q.people
        from (select distinct user_id, product_id from viewed) own cross join lateral (
          select site, people from click_site_quarters
          where product_id = own.product_id and quarter >= ${from} and quarter < ${until} offset 0
        ) q
        union all
        select user_id, site, people from delta
      ) s
      where site not in ('', '*')
      group by user_id, site order by user_id, sum(people) desc, site
    )
    select * from of_person join of_product using (user_id) left join of_site using (user_id)`.execute(db)
  return rows
}
