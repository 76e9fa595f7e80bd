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
  is_seen: boolean
  seen_day: string | null
  seen_at: Date | null
  seen_by_name: string | null
}

/**
 * Days since `first` of live products, or of one, with at least `fewest` views, of which one network had more than half
 * of the counted ones, or more were above the limit of their address than counted. Unreviewed ones come first.
 */
export async function selectClickFlags(
  db: Kysely<DB>,
  { first, fewest, limit, productId }: { first: string; fewest: number; limit: number; productId?: string },
): Promise<ClickFlagRow[]> {
  const { rows } = await sql<ClickFlagRow>`
    select p.id as product_id, p.asin, p.title, a.username, f.day::text as day, f.is_of_one_network, f.is_limited, f.views,
      f.limited, f.networks, f.largest, v.day::text as seen_day, v.seen_at, b.username as seen_by_name,
      coalesce(f.day < v.day or (f.day = v.day and f.views + f.limited < 2 * v.clicks), false) as is_seen,
      (select s.id from short_links s where s.product_id = p.id and not s.is_of_list order by s.created_at limit 1) as short_link_id
    from (
      select n.*, coalesce(d.limited, 0) as limited, n.views >= ${fewest} and n.largest * 2 > n.views as is_of_one_network,
        n.views + coalesce(d.limited, 0) >= ${fewest} and coalesce(d.limited, 0) > n.views as is_limited
      from click_networks n left join click_days d on d.product_id = n.product_id and d.day = n.day
      where n.day >= ${first}::date ${productId === undefined ? sql`` : sql`and n.product_id = ${productId}`}
    ) f
    join products p on p.id = f.product_id and p.deleted_at is null
    join profiles a on a.id = p.user_id
    left join click_flags_seen v on v.product_id = p.id
    left join profiles b on b.id = v.seen_by
    where f.is_of_one_network or f.is_limited
    order by is_seen, f.day desc, f.views + f.limited desc, p.id limit ${limit}`.execute(db)
  return rows
}

/** Stores up to which day a product's flags were reviewed, how many clicks that day had, by whom and when. */
export async function keepSeen(
  db: Kysely<DB>,
  seen: { product_id: string; day: string; clicks: number; seen_at: Date; seen_by: string },
): Promise<void> {
  const { product_id: _, ...values } = seen
  await db
    .insertInto('click_flags_seen')
    .values(seen)
    .onConflict((on) =>
      on
        .column('product_id')
        .doUpdateSet(values)
        // A review of an earlier day does not undo that of a later one.
        .where('click_flags_seen.day', '<=', seen.day),
    )
    .execute()
}
