import type pg from 'pg'
import type { DataSize } from '../data.ts'

/** Makes the clicks of a year, the newest products' most. */
export async function makeClicks(client: pg.ClientBase, { clicks, products }: DataSize): Promise<void> {
  await client.query(`select ensure_clicks_partition((now() - make_interval(months => m))::date)
    from generate_series(1, 12) as m`)
  await client.query(
    `insert into clicks (id, product_id, kind, outcome, visitor, referrer, user_agent, clicked_at)
     select uuidv7(at - now()), p.id, case c % 5 when 0 then 'outbound' else 'view' end,
       case c % 7 when 0 then 'repeat' when 1 then 'bot' else 'counted' end, sha256(int8send(c)),
       'https://www.example.com/', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15', at
     from (
       select c, now() - ($1::int - c) * (interval '1 year' / $1::int) as at,
         1 + floor($2::int * power(random(), 3))::int as place
       from generate_series(1, $1::int) as c
     ) as click
     join (select id, row_number() over (order by created_at desc) as place from products) as p using (place)
     order by at`,
    [clicks, products],
  )
}
