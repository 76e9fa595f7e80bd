import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { prepared } from '../../platform/database/lending.ts'
import type { DB } from '../../platform/database/schema.ts'
import { newestFirst, publicCards } from './cards-sql.ts'
import { isFollowed, isFound, isInCategory, type Sought, usualWords } from './found-sql.ts'
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

/** How many of everyone's newest products are read first. Words that are found less often there are rare. */
const newest = { forWords: 4_000, forShortWords: 10_000 }
/**
 * Words in at least `least` of some 2,000 products are frequent, though a part of the list may have none. The sample
 * has products of several ages, since everyone's newest may all come from one person's import.
 */
const sampled = { ages: ['0 days', '1 day', '7 days', '30 days', '180 days'], ofEach: 400, least: 10 }
/** How many of a list's newest products are read at most. */
const walked = { everyones: 50_000, ofManyFollowed: 15_000, others: 4_000 }
/** After how many of a list's products it is looked whether they are enough. */
const [few, many] = [100, 1_000]
/** The most products that the index may return: more match only if the words are not as rare as they seemed. */
const mostByIndex = 5_000

/**
 * The cards found, newest first, with their tags. A list's newest products often hold enough. Else for frequent words
 * the list is read on, which soon ends. For rare words the index returns all matching products, without an order; if
 * there are too many, the list is read after all.
 */
export const searchCards = (db: Kysely<DB>, search: ProductSearch) =>
  publicCards(db)
    .select('p.tags')
    .where(sql<SqlBool>`p.id in (${found(search)})`)
    .orderBy(newestFirst)
    // Not a parameter: a prepared plan must know how few rows are wanted.
    .limit(sql.lit(search.limit))
    .$if(isUsual(search), (query) => query.modifyEnd(prepared))
    .execute()

/** The limits of the call and of the search box. */
const usualLimits = [8, 24]

/**
 * Whether it is one of the few kinds of which each connection keeps a plan. None is right for all who follow a few
 * people.
 */
const isUsual = ({ words, tag, asin, limit, followedBy, followsMany }: ProductSearch) =>
  words.length <= usualWords &&
  tag === undefined &&
  asin === null &&
  usualLimits.includes(limit) &&
  (followedBy === undefined || followsMany)

const found = (search: ProductSearch): RawBuilder<unknown> => sql`
  with ${walkOf(search)}
  select id from walked
  ${search.isIndexed ? sql`union all select id from (${ofIndexed(search)}) as known` : sql``}
  ${search.asin === null ? sql`` : sql`union all select id from (${byAsin(search)}) as named`}`

const walkOf = (search: ProductSearch) => {
  if (search.followsMany) return walkFollowed(search)
  const isWhole = search.followedBy === undefined && search.categorySlug === undefined
  return isWhole ? walkWhole(search) : walkInSteps(search)
}

// Each count is made once, when it is first asked for.
const inNewest = sql`(select count(*) from newest)`
const inNext = sql`(select count(*) from next)`

/** Whether so many as were found are not yet a result. */
const isMissing = ({ limit }: ProductSearch, found: RawBuilder<unknown>) => sql`${found} < ${sql.lit(limit)}`

const indexed = (search: ProductSearch, condition: RawBuilder<unknown>) =>
  search.isIndexed
    ? sql`
        select p.created_at, p.id, p.user_id from products p
        where ${condition} and p.deleted_at is null and not p.unlisted and ${isFound(search)}
        limit ${sql.lit(mostByIndex)}`
    : sql`select null::timestamptz as created_at, null::uuid as id, null::uuid as user_id where false`

const isFull = sql`${sql.lit(mostByIndex)} = (select count(*) from indexed)`

const walkWhole = (search: ProductSearch) => sql`
  newest as materialized (${newestFound(search, search.isIndexed ? newest.forWords : newest.forShortWords, sql`true`)}),
  indexed as materialized (${indexed(search, isMissing(search, inNewest))}),
  further as (${newestFound(search, walked.everyones, sql`${isMissing(search, inNewest)} and ${isFull}`)}),
  walked as (select id from newest union all select id from further)`

// Reads rows in their order on disk, which takes a third of the time of reading them one by one.
const newestFound = (search: ProductSearch, limit: number, condition: RawBuilder<unknown>) => sql`
  select p.id from (
    select x.created_at, x.id, x.search_text, x.tags from products x
    where x.deleted_at is null and not x.unlisted order by x.created_at desc, x.id desc
    limit ${sql.lit(limit)}
  ) as p
  where ${condition} and ${isFound(search)}
  order by p.created_at desc, p.id desc limit ${sql.lit(search.limit)}`

const rarityOf = (search: ProductSearch, condition: RawBuilder<unknown>) =>
  search.isIndexed
    ? sql`
        select ${condition} and ${isLong} and not exists (
          select from unnest(${ages}) as age cross join lateral (
            select x.id, x.search_text, x.tags from products x
            where x.deleted_at is null and not x.unlisted and x.created_at <= ${search.now}::timestamptz - age
            order by x.created_at desc, x.id desc limit ${sql.lit(sampled.ofEach)}
          ) as p where ${isFound(search)}
          offset ${sql.lit(Math.max(sampled.least, search.limit) - 1)}
        ) as is_rare`
    : sql`select false as is_rare`

// Not a parameter, whose length a plan for all parameters would not know.
const ages = sql`array[${sql.join(sampled.ages.map((age) => sql`interval ${sql.lit(age)}`))}]`

// A short list is read through whatever the words.
const isLong = sql`exists (select from positions offset 1000)`

const isRare = sql`(select is_rare from rarity)`

const isWalked = sql`(not ${isRare} or ${isFull})`

const walkInSteps = (search: ProductSearch) => sql`
  positions as materialized (${positionsOf(walkedPart(search))}),
  newest as materialized (${stepFound(search, [0, few], sql`true`)}),
  rarity as materialized (${rarityOf(search, isMissing(search, inNewest))}),
  indexed as materialized (${indexed(search, isRare)}),
  next as materialized (${stepFound(search, [few, many], sql`${isMissing(search, inNewest)} and ${isWalked}`)}),
  last as (${stepFound(search, [many, null], sql`${isMissing(search, sql`${inNewest} + ${inNext}`)} and ${isWalked}`)}),
  walked as (select id from newest union all select id from next union all select id from last)`

// A step's rows are looked up together, by keys in order, in less time than one by one. Positions are of live products:
// to ask for that again would offer the planner the index of words, which reads far more.
const stepFound = (
  search: ProductSearch,
  [from, to]: [number, number | null],
  condition: RawBuilder<unknown>,
) => sql`
  select p.id from products p
  where ${condition} and ${isFound(search)} and p.id = any (array(
    select id from positions order by created_at desc, id desc
    offset ${sql.lit(from)} limit ${sql.lit(to && to - from)}))
  order by p.created_at desc, p.id desc limit ${sql.lit(search.limit)}`

// Who is followed is looked up too, so each row counts. `offset 0` keeps the look-ups separate and in this order, so
// that reading ends with the last row needed.
const walkFollowed = (search: ProductSearch) => sql`
  positions as materialized (${positionsOf(walkedPart(search))}),
  rarity as materialized (${rarityOf(search, sql`true`)}),
  indexed as materialized (${indexed(search, isRare)}),
  listed as materialized (${followedAmong(search.followedBy)}),
  walked as (
    select p.id from listed
    cross join lateral (select id, search_text, tags from products where id = listed.id offset 0) as p
    where ${isWalked} and ${isFound(search)}
    order by listed.created_at desc, listed.id desc limit ${sql.lit(search.limit)}
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
  order by p.created_at desc, p.id desc limit ${sql.lit(search.limit)}`

const byAsin = (search: ProductSearch) => sql`
  select p.id from products p
  where p.asin = ${search.asin} and p.deleted_at is null and not p.unlisted and ${isFollowed(search)} and ${isInCategory(search)}
  order by p.created_at desc, p.id desc limit ${sql.lit(search.limit)}`
