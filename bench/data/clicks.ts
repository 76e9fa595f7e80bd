import type pg from 'pg'
import type { DataSize } from './size.ts'

/** Makes the clicks of a year, the newest products' most, with the totals and roll-ups that recording them makes. */
export async function makeClicks(client: pg.ClientBase, { clicks, products }: DataSize): Promise<void> {
  await client.query(`select ensure_clicks_partition((now() - make_interval(months => m))::date)
    from generate_series(1, 12) as m`)
  await client.query(
    `insert into clicks (id, product_id, kind, outcome, automation, visitor, referrer, site, country, user_agent,
       clicked_at)
     select uuidv7(at - now()), p.id, case c % 5 when 0 then 'outbound' else 'view' end,
       case c % 7 when 0 then 'repeat' when 1 then 'bot' else 'counted' end,
       case c % 7 when 1 then (array['preview', 'crawler', 'headless'])[1 + c % 3] end, sha256(int8send(c)),
       'https://www.example.com/', (array['instagram.com', 'x.com', 'youtube.com', null])[1 + c % 4],
       (array['US', 'ES', 'DE'])[1 + c % 3],
       'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15', at
     from (
       select c, now() - ($1::int - c) * (interval '1 year' / $1::int) as at,
         1 + floor($2::int * power(random(), 3))::int as position
       from generate_series(1, $1::int) as c
     ) as click
     join (select id, row_number() over (order by created_at desc) as position from products) as p using (position)
     order by at`,
    [clicks, products],
  )
  await rollUp(client)
  await client.query(`update click_totals t set clicks_count = people
    from (select product_id, sum(people) as people from click_days group by 1) as d
    where d.product_id = t.product_id and people > 0`)
}

const totals = ['people', 'previews', 'bots', 'repeats', 'own', 'limited', 'presses']
const columns = {
  '': [...totals, ...totals.slice(1, -1).map((name) => `press_${name}`)],
  site_: ['people', 'presses'],
  country_: ['people'],
}
type Table = keyof typeof columns

/** Makes the roll-ups of all clicks there are, which have none yet; far faster than folding each click. */
async function rollUp(client: pg.ClientBase): Promise<void> {
  const is = (kind: string, condition: string) => `count(*) filter (where kind = '${kind}' and ${condition})`
  const others = (kind: string) => [
    is(kind, `automation = 'preview'`),
    is(kind, `outcome = 'bot' and automation is distinct from 'preview'`),
    ...['repeat', 'owner', 'limited'].map((outcome) => is(kind, `outcome = '${outcome}'`)),
  ]
  const people = is('view', `outcome = 'counted'`)
  const presses = is('outbound', `outcome = 'counted'`)
  const summed = (table: Table, column: string, sums: string[], which = 'true') =>
    client.query(`insert into click_${table}quarters (product_id, quarter${column && `, ${column}`}, ${columns[table]})
      select product_id, quarter_of(clicked_at) as quarter${column && `, coalesce(${column}, '')`}, ${sums}
      from clicks where ${which} group by product_id, quarter${column && `, ${column}`} order by quarter, product_id`)
  await summed('', '', [people, ...others('view'), presses, ...others('outbound')])
  await summed('site_', 'site', [people, presses], `outcome = 'counted'`)
  await summed('country_', 'country', [people], `kind = 'view' and outcome = 'counted'`)
  await sumDays(client, 'true')
}

/** Makes the roll-ups of days from those of quarters, and of months, of the products that meet a condition. */
export async function sumDays(client: pg.ClientBase, condition: string): Promise<void> {
  const sumInto = (table: Table, column: string) =>
    client.query(`insert into click_${table}days (product_id, day${column}, ${columns[table]})
      select product_id, (quarter at time zone 'UTC')::date as day${column},
        ${columns[table].map((name) => `sum(${name})`)}
      from click_${table}quarters where ${condition}
      group by product_id, day${column} order by day, product_id`)
  await sumInto('', '')
  await sumInto('site_', ', site')
  await sumInto('country_', ', country')
  await client.query(`insert into click_months (product_id, month, people)
    select product_id, date_trunc('month', day)::date, sum(people)
    from click_days where people > 0 and (${condition})
    group by 1, 2 order by 1, 2`)
}
