import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import type { ClickChart } from '../contract.ts'
import { deltaMeasures } from '../rollups-sql.ts'
import type { ChartEdge } from './chart-rules.ts'

/** The clicks between two edges of a chart. */
type Bucket = { people: number; presses: number } & ClickChart['filtered']

export type Story = {
  /** One for each two edges, in their order. */
  buckets: Bucket[]
  sites: ClickChart['sites']
  countries: ClickChart['countries']
  through_others: number
  clicks_count: number
}

/** Deltas of the whole chart, with the number of each one's bucket. */
const recentClicks = sql`
  recent as materialized (
    select d.*, width_bucket(quarter, array(select at from edge order by n)) as n
    from click_deltas d
    where product_id = (select id from product)
      and quarter >= (select min(at) from edge) and quarter < (select max(at) from edge)
  )`

/** The figures that roll-ups hold for a bucket. Filtered ones are views and presses together. */
const sums = sql`
  sum(people) as people, sum(presses) as presses, sum(previews + press_previews) as previews,
  sum(bots + press_bots) as bots, sum(repeats + press_repeats) as repeats, sum(own + press_own) as own,
  sum(limited + press_limited) as limited`

/**
 * Sums of each bucket: its whole UTC days, corrected by the quarters between a midnight and the edge next to it, which
 * move to the neighbouring bucket.
 */
const bucketTotals = sql`
  by_days as (
    select n, t.*
    from (select n, midnight as since, lead(midnight) over (order by n) as until from edge) e
    cross join lateral (
      select ${sums}
      from click_days
      where product_id = (select id from product)
        and day >= (since at time zone 'UTC')::date and day < (until at time zone 'UTC')::date
    ) t
  ), by_quarters as materialized (
    select n, sign, t.*
    from edge
    cross join lateral (
      select ${sums}
      from click_quarters
      where product_id = (select id from product) and quarter >= least(at, midnight) and quarter < greatest(at, midnight)
    ) t
  ), part as (
    select n, 1 as sign, people, presses, previews, bots, repeats, own, limited from by_days
    union all
    select n, sign, people, presses, previews, bots, repeats, own, limited from by_quarters
    union all
    select n - 1, -sign, people, presses, previews, bots, repeats, own, limited from by_quarters
    union all
    select n, 1, ${deltaMeasures} from recent
  ), bucket as (
    select n, coalesce(sum(sign * people), 0) as people, coalesce(sum(sign * presses), 0) as presses,
      coalesce(sum(sign * previews), 0) as previews, coalesce(sum(sign * bots), 0) as bots,
      coalesce(sum(sign * repeats), 0) as repeats, coalesce(sum(sign * own), 0) as own,
      coalesce(sum(sign * limited), 0) as limited
    from part group by n
  )`

/** The ten sites, or countries, with the most counted views of the whole chart. Sites summed as '*' have no name. */
function mostFrequent(source: 'site' | 'country') {
  const column = sql.ref(source)
  const days = sql.table(`click_${source}_days`)
  const quarters = sql.table(`click_${source}_quarters`)
  return sql`(
    select coalesce(json_agg(json_build_object(${sql.lit(source)}, nullif(source, ''), 'count', people)), '[]')
    from (
      select source, sum(people) as people
      from (
        select ${column} as source, people from ${days}
        where product_id = (select id from product)
          and day >= (select (min(midnight) at time zone 'UTC')::date from edge)
          and day < (select (max(midnight) at time zone 'UTC')::date from edge)
        union all
        select ${column}, case n when 1 then sign else -sign end * people
        from edge
        cross join lateral (
          select * from ${quarters}
          where product_id = (select id from product)
            and quarter >= least(at, midnight) and quarter < greatest(at, midnight)
        ) q
        where n in (1, (select max(n) from edge))
        union all
        select coalesce(${column}, ''), clicks from recent where kind = 'view' and outcome = 'counted'
      ) sources
      where source <> '*'
      group by source having sum(people) > 0
      order by people desc, source limit 10
    ) most
  )`
}

/** Counted views of the whole chart, by its days (UTC), through lists of others. */
const throughOthers = sql`(
    select coalesce(sum(c.people), 0)
    from list_links k
    join lists l on l.id = k.list_id and l.user_id <> (select user_id from products where id = (select id from product))
    cross join lateral (
      select people from click_list_days
      where short_link_id = k.short_link_id and day >= (select min((midnight at time zone 'UTC')::date) from edge)
        and day < (select max((midnight at time zone 'UTC')::date) from edge)
      union all
      select clicks from recent where list_link = k.short_link_id and kind = 'view' and outcome = 'counted'
    ) c
    where k.product_id = (select id from product)
  )`

/**
 * A product's figures between edges, in one snapshot: from days, quarters and deltas that are not folded yet, each by
 * one index range.
 */
export async function selectAnalytics(
  db: Kysely<DB>,
  productId: string,
  edges: ChartEdge[],
  { hasCountries }: { hasCountries: boolean },
): Promise<Story> {
  const { rows } = await sql<Story>`
    with product as materialized (select ${productId}::uuid as id), edge as materialized (
      select n, at, midnight, case when at < midnight then 1 else -1 end as sign
      from unnest(${edges.map(({ at }) => at)}::timestamptz[], ${edges.map(({ midnight }) => midnight)}::timestamptz[])
        with ordinality as e (at, midnight, n)
    ), ${recentClicks}, ${bucketTotals}
    select
      (select json_agg(bucket order by n) from bucket where n between 1 and ${edges.length - 1}::int) as buckets,
      ${mostFrequent('site')} as sites,
      ${hasCountries ? mostFrequent('country') : sql`null::json`} as countries,
      ${throughOthers} as through_others,
      (select clicks_count from click_totals where product_id = (select id from product)) as clicks_count`.execute(
    db,
  )
  const [story] = rows
  if (!story) throw new Error('A statement without a table had no row.')
  return story
}

/** True when `userId` owns the product and it is not deleted. */
export async function ownsProduct(db: Kysely<DB>, userId: string, productId: string): Promise<boolean> {
  const product = await db
    .selectFrom('products')
    .select('id')
    .where('id', '=', productId)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return product !== undefined
}
