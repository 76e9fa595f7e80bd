import { sql } from 'kysely'

export const allLists = sql`select count(*) from lists`
export const allItems = sql`select count(*) from list_items`
export const allLinks = sql`select count(*) from list_links`

export const listsWithWrongCounts = sql`
  select format('%s: %s items and %s shown, counted %s and %s', l.id, c.items, c.shown, l.items_count, l.shown_count) as line
  from lists l
  cross join lateral (
    select count(*) as items, count(*) filter (where i.is_shown) as shown from list_items i where i.list_id = l.id
  ) as c
  where (c.items, c.shown) <> (l.items_count, l.shown_count)`

export const listsWithoutTheirSlug = sql`
  select format('%s: %s', l.id, l.slug) as line from lists l
  where not exists (
    select from list_slugs s where s.user_id = l.user_id and s.slug = l.slug and s.list_id = l.id
  )`

export const itemsWronglyShown = sql`
  select format('%s in %s: %s', i.product_id, i.list_id, case when i.is_shown then 'shown' else 'not shown' end) as line
  from list_items i
  join products p on p.id = i.product_id
  left join list_links k on k.list_id = i.list_id and k.product_id = i.product_id
  where i.is_shown <> (p.deleted_at is null and not p.unlisted and k.refused_at is null)`

export const itemsWithoutTheirLink = sql`
  select format('%s in %s: %s', i.product_id, i.list_id, coalesce(i.short_link_id, 'no link')) as line
  from list_items i
  join lists l on l.id = i.list_id
  left join list_links k on k.list_id = i.list_id and k.product_id = i.product_id
  where i.short_link_id is distinct from k.short_link_id
    or (l.first_public_at is not null) <> (i.short_link_id is not null)`

export const linksWithoutTheirProduct = sql`
  select format('%s: %s', k.short_link_id, k.product_id) as line
  from list_links k
  join short_links s on s.id = k.short_link_id
  where s.product_id <> k.product_id or not s.is_of_list
  union all
  select s.id from short_links s where s.is_of_list and not exists (
    select from list_links k where k.short_link_id = s.id
  )`
