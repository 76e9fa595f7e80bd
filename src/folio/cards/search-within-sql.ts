import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import type { Cursor } from '../../shared/cursor.ts'
import { newestFirst, publicCards } from './cards-sql.ts'

type SearchWithin = {
  /** Each must be part of a title, description or tag; without any none is found. */
  words: readonly string[]
  /** The ASIN that the text is, if it is one. */
  asin: string | null
  categorySlug?: string
  before?: Cursor
  limit: number
}

/**
 * One person's listed products that are found, newest first. Which they are is known before anything of their cards is
 * read, so a frequent word costs no more than a rare one.
 */
export const searchCardsOf = (db: Kysely<DB>, userId: string, search: SearchWithin) =>
  publicCards(db)
    .where(sql<SqlBool>`p.id in (${foundOf(userId, search)})`)
    .orderBy(newestFirst)
    .execute()

function foundOf(userId: string, { words, asin, categorySlug, before, limit }: SearchWithin) {
  const isSought = asin === null ? holds(words) : sql`(${holds(words)} or p.asin = ${asin})`
  // A category's links have their products' dates, so that it is read in its order until enough is found.
  const place = categorySlug === undefined ? sql`p.created_at, p.id` : sql`pc.created_at, pc.product_id`
  const order = categorySlug === undefined ? newestFirst : sql`pc.created_at desc, pc.product_id desc`
  const isBefore = before ? sql`(${place}) < (${before.createdAt}, ${before.id})` : sql`true`
  const inCategory =
    categorySlug === undefined
      ? sql``
      : sql`
          join product_categories pc on pc.product_id = p.id and pc.user_id = ${userId} and not pc.unlisted
            and pc.category_id = (select id from categories where slug = ${categorySlug})`
  return sql`
    select p.id from products p ${inCategory}
    where p.user_id = ${userId} and p.deleted_at is null and not p.unlisted and ${isSought} and ${isBefore}
    order by ${order} limit ${limit}`
}

/** Each word's own plan: how frequent it is decides whether its index or the order of the list is read. */
const holds = (words: readonly string[]): RawBuilder<unknown> =>
  words.length === 0
    ? sql`false`
    : sql`(${sql.join(
        words.map((word) => sql`p.search_text like search_pattern(${word})`),
        sql` and `,
      )})`
