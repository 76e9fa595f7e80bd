import { type Kysely, sql } from 'kysely'
import { prepared } from '../../platform/database/lending.ts'
import type { DB } from '../../platform/database/schema.ts'
import type { Doorway } from '../contract.ts'
import type { Candidate } from './rules.ts'

export type DoorwayRow = {
  user_id: string
  item: string
  marketplace: string
  asin: string
  asin_is_made_up: boolean
  is_deleted: boolean
  withheld: boolean
  curator: Doorway['curator']
  in_lists: Doorway['in_lists']
  category: { name: string; slug: string } | null
  /** The curator's newest others, and the best of the category by others: more than are shown. */
  more: Candidate[]
  ranked: Candidate[]
  also: Doorway['also']
}

/** Some of a curator's newest share an item with the page or each other. */
const newest = 24
/** How many products of an item are looked through for others who say something of it, by rank and by date. */
const ofItem = 100
/** How much of somebody's words is shown. */
const wordsLength = 280

/**
 * Where a product leads on to, in one statement, which finds a creator's newest in the index alone, of however many.
 * Undefined if its creator has no public profile.
 */
export async function selectDoorway(db: Kysely<DB>, productId: string): Promise<DoorwayRow | undefined> {
  const { rows } = await sql<DoorwayRow>`
    select p.user_id, p.marketplace || ':' || p.asin as item, p.marketplace, p.asin, p.asin_is_made_up,
      p.deleted_at is not null as is_deleted, p.withheld,
      json_build_object(
        'id', a.id, 'first_name', a.first_name, 'last_name', a.last_name, 'username', a.username,
        'avatar_url', a.avatar_url, 'bio', a.bio, 'followers_count', f.followers_count,
        'products_count', (
          select count(*) from products o where o.user_id = p.user_id and o.deleted_at is null and not o.unlisted
        )
      ) as curator,
      (
        select coalesce(json_agg(l), '[]') from (
          select l.id, l.title, l.slug
          from (
            select id, title, slug, updated_at from lists
            where user_id = p.user_id and is_shown offset 0
          ) l
          where exists (select from list_items i where i.list_id = l.id and i.product_id = p.id and i.is_shown)
          order by l.updated_at desc, l.id desc limit 3
        ) l
      ) as in_lists,
      (
        select coalesce(json_agg(json_build_object('id', o.id, 'item', o.marketplace || ':' || o.asin)
          order by n.created_at desc, n.id desc), '[]')
        from (
          select id, created_at from products
          where user_id = p.user_id and deleted_at is null and not unlisted and id <> p.id
          order by created_at desc, id desc limit ${sql.lit(newest)}
        ) n
        join products o on o.id = n.id
      ) as more,
      case when c.id is not null then json_build_object('name', c.name, 'slug', c.slug) end as category,
      (
        select coalesce(json_agg(json_build_object('id', o.id, 'item', o.marketplace || ':' || o.asin) order by r.place), '[]')
        from category_ranks r join products o on o.id = r.product_id
        where r.category_id = c.id and o.user_id <> p.user_id and o.deleted_at is null and not o.unlisted
      ) as ranked,
      case when p.asin_is_made_up or p.deleted_at is not null then '[]' else (
        select coalesce(json_agg(json_build_object(
          'id', b.id, 'first_name', b.first_name, 'last_name', b.last_name, 'username', b.username,
          'avatar_url', b.avatar_url, 'followers_count', n.followers_count, 'product_id', v.id, 'words', v.words
        ) order by v.score desc, v.created_at desc, v.id desc), '[]')
        from (
          select * from (
            select distinct on (o.user_id) o.user_id, o.id, o.created_at, k.score,
              left(o.user_comment, ${sql.lit(wordsLength)}) as words
            from (
              (
                select product_id as id, score from product_ranks
                where marketplace = p.marketplace and asin = p.asin
                order by score desc, product_id desc limit ${sql.lit(ofItem)}
              ) union all (
                select x.id, 0 from products x
                where x.asin = p.asin and x.deleted_at is null
                order by x.created_at desc, x.id desc limit ${sql.lit(ofItem)}
              )
            ) k
            join products o on o.id = k.id
            where o.marketplace = p.marketplace and not o.asin_is_made_up and o.deleted_at is null and not o.unlisted
              and o.user_comment <> '' and o.user_id <> p.user_id
            order by o.user_id, k.score desc, o.created_at desc, o.id desc
          ) one
          order by score desc, created_at desc, id desc limit 5
        ) v
        join profiles b on b.id = v.user_id join follow_counts n on n.user_id = v.user_id
      ) end as also
    from products p
    join profiles a on a.id = p.user_id and not a.is_suspended
    join follow_counts f on f.user_id = a.id
    left join lateral (
      select c.id, c.name, c.slug from product_categories l join categories c on c.id = l.category_id
      where l.product_id = p.id order by c.sort_order limit 1
    ) c on true
    where p.id = ${productId} ${prepared}`.execute(db)
  return rows[0]
}
