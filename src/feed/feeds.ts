import {
  cardsOf,
  countNewCards,
  listCards,
  listCardsOf,
  listFollowedCards,
  searchProducts,
} from '../folio/index.ts'
import { newListsOfFollowed } from '../lists/index.ts'
import { getProfile, lastVisit } from '../people/index.ts'
import type { Context } from '../platform/context.ts'
import { readInTime, searchTime } from '../platform/searches/in-time.ts'
import { notFound } from '../shared/errors.ts'
import { dayMs } from '../shared/time.ts'
import { maxNewCounted, maxNewLists } from './contract.ts'
import { selectEntries, selectLastChange } from './feeds-sql.ts'

type Scope = 'public' | 'following'
type Category = { category?: string | undefined }

/**
 * The feed (docs/product/feed.md#the-list): products of everyone, or of people whom the caller follows, newest first,
 * 40 a page; the first page of the latter says what is new since the caller's last visit. Throws `not_authenticated`
 * for the following scope without a caller, and `validation_failed` for a bad cursor.
 */
export async function readFeed(
  context: Context,
  { scope = 'public', ...query }: Category & { scope?: Scope; cursor?: string | undefined },
) {
  if (scope === 'public') return listCards(context, query)
  const page = await listFollowedCards(context, query)
  return query.cursor === undefined ? { ...page, visit: await readVisit(context) } : page
}

/** Before a first visit, and after a long time, this is how far back lists count as new. */
const longestMs = 30 * dayMs

/** What is new on a reader's following feed since their last visit. */
async function readVisit(context: Context) {
  const now = context.clock()
  const since = await lastVisit(context)
  const listsSince = new Date(Math.max(since?.getTime() ?? 0, now.getTime() - longestMs))
  return {
    since: since?.toISOString() ?? null,
    until: now.toISOString(),
    lists: await newListsOfFollowed(context, listsSince, maxNewLists),
  }
}

/**
 * How many products of a feed are newer than the cursor `since`, at most 100 counted. Throws as {@link readFeed} does.
 */
export const countNewProducts = async (
  context: Context,
  query: Category & { scope: Scope; since?: string | undefined },
) => ({ count: await countNewCards(context, query, maxNewCounted) })

/** Those of these products that public lists show, in the order of their ids. */
export async function readShown(context: Context, ids: string[]) {
  const cards = await cardsOf(context, ids)
  return { items: [...new Set(ids)].flatMap((id) => cards.get(id) ?? []) }
}

/**
 * The feed's search (docs/product/feed.md#search). Throws `not_authenticated` for the following scope without a caller,
 * and `unavailable` for a search that takes too long.
 */
export const searchFeed = async (
  context: Context,
  query: Category & { q: string; scope: Scope; limit: number },
) => ({
  items: await readInTime(context, searchTime, (step) => step((tx) => searchProducts(tx, query))),
})

/**
 * A creator's feed for feed readers: their profile, by a current or former username, and their newest 40 products as
 * anyone may see them, with whole descriptions. Without prices: readers cache longer than a price may be shown. Throws
 * `not_found`.
 */
export async function readCreatorFeed(context: Context, username: string) {
  const profile = await getProfile(context, username)
  const { items } = await listCardsOf(context, profile.id)
  const [entries, changedAt] = await Promise.all([
    selectEntries(
      context.db,
      items.map(({ id }) => id),
    ),
    selectLastChange(context.db, profile.id),
  ])
  if (!changedAt) throw notFound('Profile')
  const entryOf = new Map(entries.map((entry) => [entry.id, entry]))
  return {
    profile,
    changedAt,
    items: items.map(({ price_usd: _price, price_as_of: _readAt, description, ...card }) => {
      const entry = entryOf.get(card.id)
      return {
        ...card,
        // Null stays null: a sample's texts are for its owner only.
        description: description === null ? null : (entry?.description ?? description),
        updated_at: entry?.updated_at.toISOString() ?? card.created_at,
      }
    }),
  }
}
