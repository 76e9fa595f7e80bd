import type pg from 'pg'
import { sumDays } from './clicks.ts'

/**
 * How many clicks of people a product has had, and from how many sites and countries; all quarters of an hour have
 * some.
 */
export type Fame = { people: number; sites: number; countries: number }

const monthsOfQuarters = 13

/**
 * Replaces a product's roll-ups by those of the given number of clicks, spread evenly over the last 13 months; it makes
 * no rows of clicks. Few people leave most quarters of an hour without any.
 */
export async function makeFame(client: pg.ClientBase, productId: string, fame: Fame): Promise<void> {
  await client.query('begin')
  for (const table of [
    'months',
    'days',
    'quarters',
    'site_days',
    'site_quarters',
    'country_days',
    'country_quarters',
  ])
    await client.query(`delete from click_${table} where product_id = $1`, [productId])
  await client.query('delete from click_deltas where product_id = $1', [productId])
  await client.query(
    `create temporary table moment on commit drop as
     select quarter, (quarter at time zone 'UTC')::date as day, n,
       ($1::bigint * n / quarters - $1::bigint * (n - 1) / quarters)::int as people
     from (
       select quarter, row_number() over (order by quarter) as n, count(*) over () as quarters
       from generate_series(date_trunc('day', now(), 'UTC') - make_interval(months => $2), now(), interval '15 minutes') as quarter
     ) as numbered`,
    [fame.people, monthsOfQuarters],
  )
  await client.query(
    `insert into click_quarters (product_id, quarter, people, previews, bots, repeats, own, limited,
       presses, press_previews, press_bots, press_repeats, press_own, press_limited)
     select $1, quarter, people, people / 3, people / 5, people / 7, n % 2, people / 90,
       people / 4, 0, people / 50, people / 60, 0, people / 200
     from moment where people > 0`,
    [productId],
  )
  await makePlaces(client, productId, 'site', fame.sites)
  await makePlaces(client, productId, 'country', fame.countries)
  await sumDays(client, `product_id = '${productId}'`)
  await client.query('update click_totals set clicks_count = $2 where product_id = $1', [
    productId,
    fame.people,
  ])
  await client.query('commit')
  await client.query('vacuum (analyze) click_days, click_quarters, click_site_days, click_site_quarters')
  await client.query('vacuum (analyze) click_country_days, click_country_quarters, click_deltas')
}

/** Every site or country has its part of a quarter's people, as far as there are enough for all; else one has them. */
const makePlaces = (client: pg.ClientBase, productId: string, place: 'site' | 'country', places: number) =>
  client.query(
    `insert into click_${place}_quarters (product_id, quarter, ${place}, people${place === 'site' ? ', presses' : ''})
     select $1, quarter, ${place === 'site' ? `'site-' || p || '.example'` : `chr(65 + p / 26) || chr(65 + p % 26)`},
       people / parts + case when p < people % parts then 1 else 0 end${place === 'site' ? ', people / 4 / parts' : ''}
     from moment cross join lateral (select least(people, $2::int) as parts) s
     cross join lateral generate_series(0, parts - 1) as p
     where people > 0`,
    [productId, places],
  )
