import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import { newestFirst, publicCards } from './cards-sql.ts'
import { isFollowed, isFound, isInCategory, type Sought } from './found-sql.ts'
import { type Part, type PublicList, placesOf } from './places-sql.ts'

/** What is looked for in a public list. */
type ProductSearch = PublicList &
  Sought & {
    /** Whether one of them is long enough for the index, which knows three letters in a row. */
    isIndexed: boolean
    /** The ASIN that the text is, if it is one. */
    asin: string | null
    /** Whether `followedBy` follows so many that their products are looked for among everyone's. */
    followsMany: boolean
    limit: number
    now: Date
  }

/**
 * Words that `least` of some 2,000 products hold are frequent. They are looked at in some from each of a few ages, since
 * everyone's newest may all come from one person's import.
 */
const sampled = { ages: ['0 days', '1 day', '7 days', '30 days', '180 days'], ofEach: 400, least: 10 }
/** How many of a list's newest products are looked through: for frequent words, which soon ends, and for short ones. */
const walked = { everyones: 50_000, forShortWords: 10_000, ofManyFollowed: 15_000, others: 4_000 }
/** How many products the index may give: more hold the words only if these were not as rare as they seemed. */
const mostByIndex = 5_000

/**
 * The cards found, newest first, with their tags. Frequent words are looked for from the list's newest product on, which
 * soon ends. For rare ones the index is asked: it gives all products that hold the words, but in no order; and where
 * these are too many to be all, the list is walked after all.
 */
export const searchCards = (db: Kysely<DB>, search: ProductSearch) =>
  publicCards(db)
    .select('p.tags')
    .where(sql<SqlBool>`p.id in (${found(search)})`)
    .orderBy(newestFirst)
    .limit(search.limit)
    .execute()

const found = (search: ProductSearch): RawBuilder<unknown> => sql`
  with ${isWhole(search) ? walk(search) : walkPlaces(search)}
  select id from walked
  ${search.isIndexed ? sql`union all select id from (${ofIndexed(search)}) as known` : sql``}
  ${search.asin === null ? sql`` : sql`union all select id from (${byAsin(search)}) as named`}`

const rarityOf = (search: ProductSearch) =>
  search.isIndexed
    ? sql`
        select count(*) < ${Math.max(sampled.least, search.limit)} ${isWhole(search) ? sql`` : isLong} as is_rare
        from unnest(${sampled.ages}::interval[]) as age cross join lateral (
          select * from products x
          where x.deleted_at is null and not x.unlisted and x.created_at <= ${search.now}::timestamptz - age
          order by x.created_at desc, x.id desc limit ${sampled.ofEach}
        ) as p where ${isFound(search)}`
    : sql`select false as is_rare`

// A short list is looked through whatever the words.
const isLong = sql`and exists (select from places offset 1000)`

const isRare = sql`(select is_rare from rarity)`

const indexed = (search: ProductSearch) =>
  search.isIndexed
    ? sql`
        select p.created_at, p.id, p.user_id from products p
        where ${isRare} and p.deleted_at is null and not p.unlisted and ${isFound(search)} limit ${mostByIndex}`
    : sql`select null::timestamptz as created_at, null::uuid as id, null::uuid as user_id where false`

const isWalked = sql`(not ${isRare} or ${mostByIndex} = (select count(*) from indexed))`

const isWhole = (list: PublicList) => list.followedBy === undefined && list.categorySlug === undefined

// Read in the order they lie in, which takes a third of what reading them one by one does.
const walk = (search: ProductSearch) => sql`
  rarity as materialized (${rarityOf(search)}),
  indexed as materialized (${indexed(search)}),
  walked as (
    select p.id from (
      select * from products x where x.deleted_at is null and not x.unlisted order by x.created_at desc, x.id desc
      limit ${search.isIndexed ? walked.everyones : walked.forShortWords}
    ) as p
    where ${isWalked} and ${isFound(search)}
    order by p.created_at desc, p.id desc limit ${search.limit}
  )`

// With an offset each look-up is made by itself and in this order, so that all of it ends with the last one needed.
const walkPlaces = (search: ProductSearch) => sql`
  places as materialized (${placesOf(walkedPart(search))}),
  rarity as materialized (${rarityOf(search)}),
  indexed as materialized (${indexed(search)}),
  listed as materialized (${search.followsMany ? followedAmong(search.followedBy) : sql`select * from places order by created_at desc, id desc`}),
  walked as (
    select p.id from listed cross join lateral (select * from products where id = listed.id offset 0) as p
    where ${isWalked} and ${isFound(search)}
    order by listed.created_at desc, listed.id desc limit ${search.limit}
  )`

const walkedPart = ({ followsMany, followedBy, categorySlug }: ProductSearch): Part => ({
  ...(categorySlug !== undefined && { categorySlug }),
  ...(followedBy !== undefined && !followsMany && { followedBy }),
  limit: followsMany ? walked.ofManyFollowed : walked.others,
})

const followedAmong = (follower: string | undefined) => sql`
  select places.* from places
  cross join lateral (
    select from followers where follower_id = ${follower} and following_id = places.user_id offset 0
  ) as followed
  order by places.created_at desc, places.id desc`

const ofIndexed = (search: ProductSearch) => sql`
  select p.id from indexed p where ${isFollowed(search)} and ${isInCategory(search)}
  order by p.created_at desc, p.id desc limit ${search.limit}`

const byAsin = (search: ProductSearch) => sql`
  select p.id from products p
  where p.asin = ${search.asin} and p.deleted_at is null and not p.unlisted and ${isFollowed(search)} and ${isInCategory(search)}
  order by p.created_at desc, p.id desc limit ${search.limit}`
