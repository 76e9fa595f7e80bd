import type { z } from 'zod'
import { type Context, requireUser } from '../../platform/context.ts'
import { readCursor, writeCursor } from '../../shared/cursor.ts'
import { parseCursor, toPage } from '../../shared/paging.ts'
import { searchedText } from '../../shared/text.ts'
import type { productCard } from '../contract.ts'
import { serializeCard, serializeFoundCard } from '../serialize.ts'
import { type CardRow, selectCards, selectCardsOf } from './cards-sql.ts'
import { countPositions, followsManyPeople, type PublicList, selectFollowedCards } from './positions-sql.ts'
import { asinTyped, pageSize, wordsSought } from './rules.ts'
import { searchCards } from './search-sql.ts'
import { searchCardsOf } from './search-within-sql.ts'

type Card = z.input<typeof productCard>
type Page = { items: Card[]; next_cursor: string | null }
type Query = { category?: string | undefined; cursor?: string | undefined }
/** Whose products: everyone's, or those of people whom the caller follows. */
type Scope = 'public' | 'following'
type Searched = { q: string; scope: Scope; category?: string | undefined }

/**
 * Public cards, newest first, of everyone, where one person's are spread (decision 44). Throws `validation_failed` for
 * a bad cursor.
 */
export const listCards = async (context: Context, query: Query): Promise<Page> =>
  toCardPage(
    context,
    await selectCards(context.db, pageOf(query)),
    ({ created_at, feed_at }) => feed_at ?? created_at,
  )

/**
 * One person's public cards, newest first: all, those of a category, and those that have each word of `q`, or whose
 * ASIN it is. Throws `validation_failed` for a bad cursor.
 */
export const listCardsOf = async (
  context: Context,
  userId: string,
  { q, ...query }: Query & { q?: string | undefined } = {},
): Promise<Page> =>
  toCardPage(
    context,
    await (q === undefined
      ? selectCards(context.db, { userId, ...pageOf(query) })
      : searchCardsOf(context.db, userId, {
          words: wordsSought(q).words,
          asin: asinTyped(q),
          ...pageOf(query),
        })),
  )

/**
 * Cards of people whom the caller follows, newest first. Throws `not_authenticated`, and `validation_failed` for a bad
 * cursor.
 */
export async function listFollowedCards(context: Context, query: Query): Promise<Page> {
  const { userId } = requireUser(context)
  return toCardPage(context, await selectFollowedCards(context.db, { followedBy: userId, ...pageOf(query) }))
}

/**
 * How many live products are newer than the cursor `since` (undefined counts all), at most `limit`. Throws
 * `not_authenticated` for the following scope without a caller, and `validation_failed` for a bad cursor.
 */
export async function countNewCards(
  context: Context,
  query: { scope: Scope; category?: string | undefined; since?: string | undefined },
  limit: number,
): Promise<number> {
  const since = parseCursor(query.since, readCursor, 'since')
  return countPositions(context.db, {
    ...audienceOf(context, query),
    ...(since && { since }),
    limit,
  })
}

/**
 * The newest products that have each word of `q` in the public part of title, description and tags, ignoring case and
 * accents; or whose ASIN is `q`; with `tag` also a tag that begins with it. If all words have one or two letters, only
 * everyone's newest ten thousand are searched. Throws `not_authenticated` for the following scope without a caller.
 */
export async function searchProducts(
  context: Context,
  { q, tag, limit, ...query }: Searched & { tag?: string | undefined; limit: number },
): Promise<(Card & { tags: string[] | null })[]> {
  const audience = audienceOf(context, query)
  const { followedBy } = audience
  const now = context.clock()
  const rows = await searchCards(context.db, {
    ...audience,
    ...wordsSought(tag ?? q),
    now,
    tag: tag === undefined ? undefined : searchedText(tag),
    asin: tag === undefined ? asinTyped(q) : null,
    followsMany: followedBy !== undefined && (await followsManyPeople(context.db, followedBy)),
    limit,
  })
  return rows.map((row) => serializeFoundCard(row, now))
}

/**
 * The cards of these products, by their ids, as anyone may see them; to their owner `ownerId` also those that others do
 * not see. Others are missing.
 */
export async function cardsOf(
  context: Context,
  ids: string[],
  ownerId: string | null = null,
): Promise<Map<string, Card>> {
  const now = context.clock()
  const rows = ids.length > 0 ? await selectCardsOf(context.db, ids, ownerId) : []
  return new Map(rows.map((row) => [row.id, serializeCard(row, { isOwner: row.user_id === ownerId, now })]))
}

/** The part of a filter for whose products and of which category. */
const audienceOf = (
  context: Context,
  { scope, category }: { scope: Scope; category?: string | undefined },
): PublicList => ({
  ...(scope === 'following' && { followedBy: requireUser(context).userId }),
  ...(category && { categorySlug: category }),
})

function pageOf({ category, cursor }: Query) {
  const before = parseCursor(cursor, readCursor)
  return { ...(category && { categorySlug: category }), ...(before && { before }), limit: pageSize + 1 }
}

function toCardPage(
  context: Context,
  rows: CardRow[],
  dateOf = ({ created_at }: CardRow) => created_at,
): Page {
  const viewer = { isOwner: false, now: context.clock() }
  return toPage(rows, {
    limit: pageSize,
    serialize: (row) => serializeCard(row, viewer),
    cursorOf: (row: CardRow) => writeCursor({ createdAt: dateOf(row), id: row.id }),
  })
}
