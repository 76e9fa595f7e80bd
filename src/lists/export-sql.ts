import { type RawBuilder, sql } from 'kysely'

/** A list with its items, as JSON gives them. */
export type ExportedListRow = {
  id: string
  slug: string
  former_slugs: string[]
  title: string
  words: string | null
  cover_url: string | null
  is_look: boolean
  is_saved: boolean
  is_public: boolean
  first_public_at: Date | null
  hidden_at: Date | null
  hidden_reason: string | null
  version: number
  created_at: Date
  updated_at: Date
  items:
    | {
        short_link_id: string | null
        product: { id: string; asin: string; title: string } | null
        is_own: boolean
        line: string | null
        point: { x: number; y: number } | null
        added_at: string
      }[]
    | null
}

/** All lists of a person, the oldest first. */
export const allLists = (userId: string): RawBuilder<ExportedListRow> => sql<ExportedListRow>`
  select l.id, l.slug, l.title, l.words, l.cover_url, l.is_look, l.is_saved, l.is_public, l.first_public_at,
    l.hidden_at, l.hidden_reason, l.version, l.created_at, l.updated_at,
    array(
      select s.slug from list_slugs s where s.list_id = l.id and s.slug <> l.slug order by s.created_at
    ) as former_slugs,
    (
      select json_agg(json_build_object(
        'short_link_id', i.short_link_id,
        'product', case when i.is_shown or p.user_id = l.user_id
          then json_build_object('id', p.id, 'asin', p.asin, 'title', p.title) end,
        'is_own', coalesce(p.user_id = l.user_id, false),
        'line', i.line,
        'point', case when i.point_x is not null then json_build_object('x', i.point_x, 'y', i.point_y) end,
        'added_at', to_char(i.added_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      ) order by i.position, i.id)
      from list_items i join products p on p.id = i.product_id where i.list_id = l.id
    ) as items
  from lists l where l.user_id = ${userId}
  order by l.created_at, l.id`
