import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'

const outcomeColumns = sql`
  case kind when 'view' then '' else 'press ' end
    || case when outcome = 'bot' and automation = 'preview' then 'preview' else outcome end`

/** One row for each total that is stored twice: in the rows of `clicks` since `since`, and in roll-ups and deltas. */
async function differences(db: Kysely<DB>, since: Date, grain: 'quarter' | 'day'): Promise<unknown[]> {
  const at = grain === 'quarter' ? sql`quarter_of(clicked_at)` : sql`(clicked_at at time zone 'UTC')::date`
  const ofDelta = grain === 'quarter' ? sql`quarter` : sql`(quarter at time zone 'UTC')::date`
  const [totals, sites, countries] = ['click', 'click_site', 'click_country'].map((name) =>
    sql.table(`${name}_${grain}s`),
  )
  const column = sql.ref(grain)
  const { rows } = await sql`
    with raw as (
      select product_id, ${at} as at, ${outcomeColumns} as what, count(*) as n from clicks group by 1, 2, 3
      union all
      select product_id, ${at}, 'site ' || kind || ' ' || coalesce(site, ''), count(*) from clicks
      where outcome = 'counted' group by 1, 2, 3
      union all
      select product_id, ${at}, 'country ' || coalesce(country, ''), count(*) from clicks
      where outcome = 'counted' and kind = 'view' group by 1, 2, 3
    ), summed as (
      select product_id, ${ofDelta} as at, ${outcomeColumns} as what, clicks as n from click_deltas
      union all
      select product_id, ${ofDelta}, 'site ' || kind || ' ' || coalesce(site, ''), clicks from click_deltas
      where outcome = 'counted'
      union all
      select product_id, ${ofDelta}, 'country ' || coalesce(country, ''), clicks from click_deltas
      where outcome = 'counted' and kind = 'view'
      union all
      select product_id, ${column}, what, n from ${totals} cross join lateral (values
        ('counted', people), ('preview', previews), ('bot', bots), ('repeat', repeats), ('owner', own),
        ('limited', limited), ('press counted', presses), ('press preview', press_previews), ('press bot', press_bots),
        ('press repeat', press_repeats), ('press owner', press_own), ('press limited', press_limited)
      ) as v (what, n)
      union all
      select product_id, ${column}, 'site view ' || site, people from ${sites}
      union all
      select product_id, ${column}, 'site outbound ' || site, presses from ${sites}
      union all
      select product_id, ${column}, 'country ' || country, people from ${countries}
    )
    select product_id, at, what, raw.n as raw, s.n as summed
    from raw full join (select product_id, at, what, sum(n) as n from summed group by 1, 2, 3) s using (product_id, at, what)
    where at >= ${since}::timestamptz and coalesce(raw.n, 0) <> coalesce(s.n, 0)`.execute(db)
  return rows
}

/** Months that are not the sums of their days. */
async function wrongMonths(db: Kysely<DB>): Promise<unknown[]> {
  const { rows } = await sql`
    with summed as (
      select product_id, date_trunc('month', day)::date as month, sum(people)::int as people
      from click_days where people > 0 group by 1, 2
    )
    (table summed except table click_months) union all (table click_months except table summed)`.execute(db)
  return rows
}

/**
 * Totals of quarters since `quartersSince`, of days and of months that differ from their rows; there must never be one.
 */
export const wrongRollups = async (db: Kysely<DB>, quartersSince = new Date(0)): Promise<unknown[]> => [
  ...(await differences(db, quartersSince, 'quarter')),
  ...(await differences(db, new Date(0), 'day')),
  ...(await wrongMonths(db)),
]
