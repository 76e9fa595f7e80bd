import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../platform/database/schema.ts'

/**
 * One side of a comparison: a statement for rows of `product_id`, `at` (when its bucket begins), `what` is counted
 * there, and `clicks`.
 */
export type Side = RawBuilder<unknown>

export type Comparison = {
  products: number
  /** The sum of everything that the first side counted. */
  total: number
  differing: number
  examples: { product_id: string; at: string | null; what: string; first: number; second: number }[]
}

const measures = ['people', 'previews', 'bots', 'repeats', 'own', 'limited']
const allMeasures = [...measures, 'presses', ...measures.slice(1).map((name) => `press_${name}`)]
const sourceMeasures = { site: ['people', 'presses'], country: ['people'] }
type Source = keyof typeof sourceMeasures

/**
 * Counts the clicks once for all comparisons, as finely as deltas do, in temporary tables of the transaction; and the
 * deltas. `what` is the roll-up column that a click belongs in.
 */
export async function countRows(db: Kysely<DB>): Promise<void> {
  const columns = sql`product_id, quarter, coalesce(site, '') as site, coalesce(country, '') as country, list_link,
    case
      when outcome = 'counted' then case kind when 'view' then 'people' else 'presses' end
      else case kind when 'view' then '' else 'press_' end || case
        when outcome = 'bot' and automation = 'preview' then 'previews'
        when outcome = 'bot' then 'bots' when outcome = 'repeat' then 'repeats'
        when outcome = 'owner' then 'own' when outcome = 'limited' then 'limited'
      end
    end as what`
  await sql`
    create temporary table counted_rows on commit drop as
    select ${columns}, clicks from (
      select product_id, quarter_of(clicked_at) as quarter, kind, outcome, automation, site, country, list_link,
        count(*) as clicks
      from clicks group by 1, 2, 3, 4, 5, 6, 7, 8
    ) c`.execute(db)
  await sql`
    create temporary table counted_deltas on commit drop as
    select ${columns}, clicks::bigint as clicks from click_deltas`.execute(db)
  await sql`analyze counted_rows, counted_deltas`.execute(db)
}

/** When the oldest month with stored clicks begins; -infinity while there is none. */
export async function oldestMonth(db: Kysely<DB>): Promise<string> {
  const { rows } = await sql<{ since: string }>`
    select coalesce(least(
      (select min(to_timestamp(substring(c.relname from '^clicks_(\\d{4}_\\d{2})$') || '+00', 'YYYY_MMTZH'))
       from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'clicks'::regclass),
      (select date_trunc('month', min(clicked_at), 'UTC') from clicks_default)), '-infinity')::text as since`.execute(
    db,
  )
  return rows[0]?.since ?? '-infinity'
}

const dayOf = sql`date_trunc('day', quarter, 'UTC')`

/** Clicks since an instant, by quarters of an hour or by days. */
export const rowsSince = (since: string, grain: 'quarter' | 'day'): Side => sql`
  select product_id, ${grain === 'day' ? dayOf : sql`quarter`} as at, what, clicks
  from counted_rows where quarter >= ${since}::timestamptz`

/** Roll-ups of totals since an instant, and deltas that are not folded yet. */
export const totalsSince = (since: string, grain: 'quarter' | 'day'): Side => sql`
  ${grain === 'day' ? dayTotals(since) : quarterTotals(since)}
  union all
  select product_id, ${grain === 'day' ? dayOf : sql`quarter`}, what, clicks
  from counted_deltas where quarter >= ${since}::timestamptz`

/** Roll-ups of totals by quarters of an hour, summed to days where `at` says so. */
const quarterTotals = (since: string, at = sql`quarter`): Side => sql`
  select product_id, ${at} as at, what, clicks
  from click_quarters cross join lateral ${unpivoted(allMeasures)}
  where quarter >= ${since}::timestamptz and clicks <> 0`

export const quartersByDay = (since: string): Side => quarterTotals(since, dayOf)

export const dayTotals = (since: string): Side => sql`
  select product_id, day::timestamp at time zone 'UTC' as at, what, clicks
  from click_days cross join lateral ${unpivoted(allMeasures)}
  where day::timestamp at time zone 'UTC' >= ${since}::timestamptz and clicks <> 0`

const unpivoted = (names: string[]) => sql`
  (values ${sql.join(names.map((name) => sql`(${sql.lit(name)}, ${sql.ref(name)}::bigint)`))}) as m (what, clicks)`

/** Counted views of all days by months, and the roll-ups of months. */
export const peopleByMonths: [Side, Side] = [
  sql`
    select product_id, date_trunc('month', day::timestamp) at time zone 'UTC' as at, 'people' as what,
      people::bigint as clicks
    from click_days where people <> 0`,
  sql`
    select product_id, month::timestamp at time zone 'UTC' as at, 'people' as what, people::bigint as clicks
    from click_months`,
]

/** Every product's counter. */
export const counters: Side = sql`
  select product_id, null::timestamptz as at, 'people' as what, clicks_count as clicks from click_totals`

/**
 * The value that every product's counter should have: counted views of all days, and deltas that are not folded yet.
 */
export const peopleOfAllTime: Side = sql`
  select product_id, null::timestamptz as at, 'people' as what, people::bigint as clicks from click_days
  union all
  select product_id, null, what, clicks from counted_deltas where what = 'people'`

/**
 * Counted views by source and day, with sources named as in roll-ups: a site without a row of its own is in the '*', if
 * there is one.
 */
export const sourceRowsSince = (since: string, source: Source): Side =>
  sourcesFrom('counted_rows', since, source)

/** Roll-ups by source and day, and deltas that are not folded yet. */
export const sourcesSince = (since: string, source: Source): Side => sql`
  ${sourceDays(since, source)}
  union all
  ${sourcesFrom('counted_deltas', since, source)}`

function sourcesFrom(table: 'counted_rows' | 'counted_deltas', since: string, source: Source): Side {
  const days = sql.table(`click_${source}_days`)
  const known = (name: RawBuilder<unknown>) => sql`exists (
    select from ${days} k where k.product_id = r.product_id and k.day = r.day and k.${sql.ref(source)} = ${name})`
  return sql`
    select product_id, day::timestamp at time zone 'UTC' as at,
      what || ' from ' || case when not ${known(sql`r.source`)} and ${known(sql`'*'`)} then '*' else source end as what,
      clicks
    from (
      select product_id, (quarter at time zone 'UTC')::date as day, what, ${sql.ref(source)} as source,
        sum(clicks)::bigint as clicks
      from ${sql.table(table)}
      where quarter >= ${since}::timestamptz and what in (${sql.join(sourceMeasures[source].map((name) => sql.lit(name)))})
      group by 1, 2, 3, 4
    ) r`
}

/** Roll-ups by source and day, with the source in `what`. */
export const sourceDays = (since: string, source: Source): Side => sql`
  select product_id, day::timestamp at time zone 'UTC' as at, what || ' from ' || ${sql.ref(source)} as what, clicks
  from ${sql.table(`click_${source}_days`)} cross join lateral ${unpivoted(sourceMeasures[source])}
  where day::timestamp at time zone 'UTC' >= ${since}::timestamptz and clicks <> 0`

/** Roll-ups by source and quarter of an hour, summed to days. */
export const sourceQuartersByDay = (since: string, source: Source): Side => sql`
  select product_id, ${dayOf} as at, what || ' from ' || ${sql.ref(source)} as what, clicks
  from ${sql.table(`click_${source}_quarters`)} cross join lateral ${unpivoted(sourceMeasures[source])}
  where quarter >= ${since}::timestamptz and clicks <> 0`

const throughLists = (table: 'counted_rows' | 'counted_deltas', since: string): Side => sql`
  select product_id, ${dayOf} as at, what || ' through ' || list_link as what, clicks
  from ${sql.table(table)}
  where quarter >= ${since}::timestamptz and list_link is not null and what in ('people', 'presses')`

/** Counted clicks through lists' links by days; and the roll-ups of these, with deltas that are not folded yet. */
export const listsByDay = (since: string): [Side, Side] => [
  throughLists('counted_rows', since),
  sql`
    select s.product_id, day::timestamp at time zone 'UTC' as at, what || ' through ' || short_link_id as what, clicks
    from click_list_days join short_links s on s.id = short_link_id
    cross join lateral ${unpivoted(['people', 'presses'])}
    where day::timestamp at time zone 'UTC' >= ${since}::timestamptz and clicks <> 0
    union all
    ${throughLists('counted_deltas', since)}`,
]

/** All of a product's sources together, by quarters of an hour or by days; and the total that they must add up to. */
export const sourceTotals = (since: string, source: Source, grain: 'quarter' | 'day'): [Side, Side] => {
  const peopleIn = (table: string) => sql`
    select product_id, at, what, clicks
    from (select *, ${bucketOf(grain)} as at from ${sql.table(table)}) t
    cross join lateral ${unpivoted(sourceMeasures[source])}
    where at >= ${since}::timestamptz and clicks <> 0`
  return [peopleIn(`click_${source}_${grain}s`), peopleIn(`click_${grain}s`)]
}

const bucketOf = (grain: 'quarter' | 'day') =>
  grain === 'day' ? sql`day::timestamp at time zone 'UTC'` : sql`quarter`

/** Compares two sides, product by product, bucket by bucket; returns `shown` of the differences. */
export async function compareSides(
  db: Kysely<DB>,
  [first, second]: [Side, Side],
  shown: number,
): Promise<Comparison> {
  const { rows } = await sql<Comparison>`
    with compared as materialized (
      select product_id, at, what, sum(first)::bigint as first, sum(second)::bigint as second
      from (
        select product_id, at, what, clicks as first, 0 as second from (${first}) f
        union all
        select product_id, at, what, 0, clicks from (${second}) s
      ) sides
      group by product_id, at, what
    ), different as materialized (select * from compared where first <> second)
    select
      (select count(distinct product_id) from compared) as products,
      (select coalesce(sum(first), 0)::bigint from compared) as total,
      (select count(*) from different) as differing,
      (select coalesce(json_agg(d), '[]') from (
        select * from different order by product_id, at, what limit ${shown}) d) as examples`.execute(db)
  return rows[0] as Comparison
}

type Misplaced = {
  clicks: number
  partitions: number
  wrong: { part: string; month: string; clicks: number }[]
}

/** Clicks in another month's partition, or in the default one although their month has one. */
export async function selectMisplaced(db: Kysely<DB>): Promise<Misplaced> {
  const { rows } = await sql<Misplaced>`
    with part as materialized (
      select tableoid::regclass::text as part, to_char(clicked_at at time zone 'UTC', 'YYYY_MM') as month,
        count(*) as clicks
      from clicks group by 1, 2
    )
    select coalesce(sum(clicks), 0)::bigint as clicks, count(distinct part) as partitions,
      (select coalesce(json_agg(w), '[]') from (
        select * from part
        where part <> 'clicks_' || month and not (part = 'clicks_default' and to_regclass('clicks_' || month) is null)
        order by month, part) w) as wrong
    from part`.execute(db)
  return rows[0] as Misplaced
}

type Events = { events: number; wrong: { event_id: string; product_id: string; clicks: number }[] }

/** Events that do not name exactly one click of their product, kind and time, or share it with another event. */
export async function selectWrongEvents(db: Kysely<DB>, since: string): Promise<Events> {
  const { rows } = await sql<Events>`
    with event as materialized (
      select e.event_id, e.product_id, count(c.id) as clicks, e.click_id
      from click_events e
      left join clicks c on c.clicked_at = e.clicked_at and c.id = e.click_id and c.product_id = e.product_id
        and c.kind = e.kind
      where e.clicked_at >= ${since}::timestamptz
      group by e.event_id, e.product_id, e.kind, e.click_id
    ), wrong as materialized (
      select event_id, product_id, clicks from event where clicks <> 1
      union all
      select event_id, product_id, 2 from event
      where click_id in (select click_id from event group by click_id having count(*) > 1)
    )
    select (select count(*) from event) as events,
      (select coalesce(json_agg(w order by product_id, event_id), '[]') from wrong w) as wrong`.execute(db)
  return rows[0] as Events
}
