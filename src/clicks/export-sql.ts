import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { DB } from '../platform/database/schema.ts'
import type { exportedClicks } from './export-contract.ts'
import { deltaMeasures } from './rollups-sql.ts'

/** The columns of a file of clicks, in their order. */
export const clickColumns = [
  'clicked_at',
  'product',
  'asin',
  'title',
  'kind',
  'outcome',
  'automation',
  'site',
  'country',
] as const

/** A click as a row of the file. */
type FileClick = Record<(typeof clickColumns)[number], string | null>

/** Position in the file: after this click of this product. */
export type Position = { product_id: string; at: string; click_id: string }

/**
 * The next clicks on a person's products after a position and before `until`: product by product, each one's oldest
 * first. `at` is text, since a JavaScript date would lose its microseconds, and with them the position.
 */
export async function selectClicksForFile(
  db: Kysely<DB>,
  userId: string,
  { after, until, limit }: { after: Position | undefined; until: Date; limit: number },
): Promise<(FileClick & Position)[]> {
  const first = '00000000-0000-0000-0000-000000000000'
  const { product_id, at, click_id } = after ?? { product_id: first, at: '-infinity', click_id: first }
  const { rows } = await sql<FileClick & Position>`
    select to_char(c.clicked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as clicked_at,
      p.product, p.asin, p.title, c.kind, c.outcome, c.automation, c.site, c.country,
      p.id as product_id, c.clicked_at::text as at, c.id as click_id
    from (
      select p.id, p.asin, p.title,
        (select s.id from short_links s where s.product_id = p.id and not s.is_of_list
          order by s.created_at limit 1) as product,
        case when p.id = ${product_id} then ${at}::timestamptz else '-infinity' end as since
      from products p
      where p.user_id = ${userId} and p.id >= ${product_id}
    ) p
    cross join lateral (
      select * from clicks c
      where c.product_id = p.id and c.clicked_at >= p.since and c.clicked_at < ${until}
        and (c.clicked_at > p.since or c.id > ${click_id})
      order by c.clicked_at, c.id
      limit ${limit}
    ) c
    order by p.id, c.clicked_at, c.id
    limit ${limit}`.execute(db)
  return rows
}

type ExportedClicks = z.input<typeof exportedClicks>['clicks']

/** All-time totals of a person's products, deleted ones too, by day (UTC), with deltas that are not folded yet. */
export const daysOfClicks = (userId: string) => sql<ExportedClicks[number]>`
    with own as materialized (
      select id as product_id from products where user_id = ${userId}
    ), counted as (
      select product_id, day, people, presses, previews + press_previews as previews, bots + press_bots as bots
      from click_days join own using (product_id)
      union all
      select product_id, day, people, presses, previews, bots
      from (
        select product_id, (quarter at time zone 'UTC')::date as day, ${deltaMeasures}
        from click_deltas join own using (product_id)
      ) delta
    ), summed as (
      select product_id, day, sum(people) as people, sum(presses) as presses, sum(previews) as previews,
        sum(bots) as bots
      from counted group by product_id, day
      having sum(people) + sum(presses) + sum(previews) + sum(bots) > 0
    )
    select product_id, json_agg(json_build_object('day', day, 'people', people, 'presses', presses,
      'previews', previews, 'bots', bots) order by day) as days
    from summed group by product_id order by product_id`
