import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'

export type ClickFlagRow = {
  product_id: string
  short_link_id: string
  asin: string
  title: string
  username: string
  day: string
  is_of_one_network: boolean
  is_limited: boolean
  views: number
  limited: number
  networks: number
  largest: number
}

/**
 * Days of live products since `first` with at least `fewest` views of which one network had more than half of those that
 * counted, or of which more were too many for their address than counted.
 */
export async function selectClickFlags(
  db: Kysely<DB>,
  { first, fewest, limit }: { first: string; fewest: number; limit: number },
): Promise<ClickFlagRow[]> {
  const { rows } = await sql<ClickFlagRow>`
    select p.id as product_id, p.asin, p.title, a.username, f.day::text as day, f.is_of_one_network, f.is_limited, f.views,
      f.limited, f.networks, f.largest,
      (select s.id from short_links s where s.product_id = p.id order by s.created_at limit 1) as short_link_id
    from (
      select n.*, coalesce(d.limited, 0) as limited, n.views >= ${fewest} and n.largest * 2 > n.views as is_of_one_network,
        n.views + coalesce(d.limited, 0) >= ${fewest} and coalesce(d.limited, 0) > n.views as is_limited
      from click_networks n left join click_days d on d.product_id = n.product_id and d.day = n.day
      where n.day >= ${first}::date
    ) f
    join products p on p.id = f.product_id and p.deleted_at is null
    join profiles a on a.id = p.user_id
    where f.is_of_one_network or f.is_limited
    order by f.day desc, f.views + f.limited desc, p.id limit ${limit}`.execute(db)
  return rows
}
