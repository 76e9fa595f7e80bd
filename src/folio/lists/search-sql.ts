import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import { newestFirst, publicCards } from './cards-sql.ts'
import { isFollowed, isFound, isInCategory, type Sought } from './found-sql.ts'
import { type Part, type PublicList, positionsOf } from './positions-sql.ts'

/** A search in a public list. */
type ProductSearch = PublicList &
  Sought & {
    /** Whether one word is long enough for the index of three-letter sequences. */
    isIndexed: boolean
    /** The ASIN that the text is, if it is one. */
    asin: string | null
    /** Whether `followedBy` follows so many people that their products are searched among everyone's newest. */
    followsMany: boolean
    limit: number
    now: Date
  }

/**
 * Words in at least `least` of some 2,000 products are frequent. The sample has products of several ages, since
 * everyone's newest may all come from one person's import.
 */
const sampled = { ages: ['0 days', '1 day', '7 days', '30 days', '180 days'], ofEach: 400, least: 10 }
/** How many of a list's newest products are read: for frequent words, where it soon ends, and for short ones. */
const walked = { everyones: 50_000, forShortWords: 10_000, ofManyFollowed: 15_000, others: 4_000 }
/** The most products that the index may return. More match only if the words are not as rare as the sample suggests. */
const mostByIndex = 5_000

/**
 * The cards found, newest first, with their tags. For frequent words the list is read from its newest product on, which
 * soon ends. For rare words the index returns all matching products, without an order; if there are too many, the list
 * is read after all.
 */
export const searchCards = (db: Kysely<DB>, search: ProductSearch) =>
  publicCards(db)
    .select('p.tags')
    .where(sql<SqlBool>`p.id in (${found(search)})`)
    .orderBy(newestFirst)
    .limit(search.limit)
    .execute()

const found = (search: ProductSearch): RawBuilder<unknown> => sql`
  with ${isWhole(search) ? walk(search) : walkPositions(search)}
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

// A short list is read through whatever the words.
const isLong = sql`and exists (select from positions offset 1000)`

const isRare = sql`(select is_rare from rarity)`

const indexed = (search: ProductSearch) =>
  search.isIndexed
    ? sql`
        select p.created_at, p.id, p.user_id from products p
        where ${isRare} and p.deleted_at is null and not p.unlisted and ${isFound(search)} limit ${mostByIndex}`
    : sql`select null::timestamptz as created_at, null::uuid as id, null::uuid as user_id where false`

const isWalked = sql`(not ${isRare} or ${mostByIndex} = (select count(*) from indexed))`

const isWhole = (list: PublicList) => list.followedBy === undefined && list.categorySlug === undefined

// Reads rows in their order on disk, which takes a third of the time of reading them one by one.
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

// `offset 0` keeps the look-ups separate and in this order, so that reading ends with the last row needed.
const walkPositions = (search: ProductSearch) => sql`
  positions as materialized (${positionsOf(walkedPart(search))}),
  rarity as materialized (${rarityOf(search)}),
  indexed as materialized (${indexed(search)}),
  listed as materialized (${search.followsMany ? followedAmong(search.followedBy) : sql`select * from positions order by created_at desc, id desc`}),
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
  select positions.* from positions
  cross join lateral (
    select from followers where follower_id = ${follower} and following_id = positions.user_id offset 0
  ) as followed
  order by positions.created_at desc, positions.id desc`

const ofIndexed = (search: ProductSearch) => sql`
  select p.id from indexed p where ${isFollowed(search)} and ${isInCategory(search)}
  order by p.created_at desc, p.id desc limit ${search.limit}`

const byAsin = (search: ProductSearch) => sql`
  select p.id from products p
  where p.asin = ${search.asin} and p.deleted_at is null and not p.unlisted and ${isFollowed(search)} and ${isInCategory(search)}
  order by p.created_at desc, p.id desc limit ${search.limit}`
