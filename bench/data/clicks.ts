import type pg from 'pg'
import type { DataSize } from './fill.ts'
import { rollUp } from './rollups.ts'

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
         1 + floor($2::int * power(random(), 3))::int as place
       from generate_series(1, $1::int) as c
     ) as click
     join (select id, row_number() over (order by created_at desc) as place from products) as p using (place)
     order by at`,
    [clicks, products],
  )
  await rollUp(client)
  await client.query(`update earnings e set clicks_count = people
    from (select product_id, sum(people) as people from click_days group by 1) as d
    where d.product_id = e.product_id and people > 0`)
}
