import { countNewCards, listCards, listFollowedCards, searchProducts } from '../folio/index.ts'
import { getProfile } from '../people/index.ts'
import type { Context } from '../platform/context.ts'
import { mostNewCounted } from './contract.ts'

export { readCreatorFeed } from './feeds.ts'
export { createSitemap } from './sitemap.ts'

type Scope = 'public' | 'following'
type Category = { category?: string | undefined }

/**
 * The feed (spec section 2): products of everyone, or of those whom the caller follows, newest first, 40 a page. Throws
 * `not_authenticated` for the following scope without a caller, and `validation_failed` for a cursor that is none.
 */
export const readFeed = (
  context: Context,
  { scope = 'public', ...query }: Category & { scope?: Scope; cursor?: string | undefined },
) => (scope === 'following' ? listFollowedCards(context, query) : listCards(context, query))

/**
 * How many products a feed has got above the place `since`, at most 100 counted. Throws as {@link readFeed} does.
 */
export const countNewProducts = async (
  context: Context,
  query: Category & { scope: Scope; since?: string | undefined },
) => ({ count: await countNewCards(context, query, mostNewCounted) })

/** The feed's search (spec section 2). Throws `not_authenticated` for the following scope without a caller. */
export const searchFeed = async (
  context: Context,
  query: Category & { q: string; scope: Scope; limit: number },
) => ({ items: await searchProducts(context, query) })

/** A person's products, newest first, by any name they ever had. Throws `not_found`. */
export async function readProfileProducts(context: Context, username: string, cursor: string | undefined) {
  const profile = await getProfile(context, username)
  return listCards(context, { userId: profile.id, cursor })
}
