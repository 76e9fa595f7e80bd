import { notFound, redirect, rootRouteId } from '@tanstack/react-router'
import { hasCode } from '../../../shared/errors.ts'
import type { AnswerOf, Api } from '../../api/client.ts'
import type { CardPage } from '../../product/cards/card-pages.ts'
import type { StorefrontTab } from '../storefront/tabs.ts'

/**
 * A public profile with what its storefront shows at first: the newest products, or another tab. Throws a permanent
 * redirect to the present address for upper case, a leading @ and former names; the router's not-found where nobody has
 * the name, and the site's own where it cannot be a username.
 */
export async function loadProfile(api: Api, segment: string, tab: StorefrontTab): Promise<Storefront> {
  const username = usernameOf(segment)
  if (!username) throw notFound({ routeId: rootRouteId })
  const params = { username }
  try {
    const [profile, front, products, popular, lists] = await Promise.all([
      api('GET /api/v1/profiles/:username', { params }),
      api('GET /api/v1/profiles/:username/front', { params }),
      // Also beside another tab: the link preview shows the best of them.
      api('GET /api/v1/profiles/:username/products', { params, query: {} }),
      tab === 'popular' ? api('GET /api/v1/profiles/:username/popular', { params, query: {} }) : undefined,
      tab === 'lists' ? api('GET /api/v1/profiles/:username/lists', { params }) : undefined,
    ])
    if (profile.username !== segment) throw toCurrentName(profile.username, tab)
    return { profile, front, products, popular, lists: lists?.items, tab }
  } catch (error) {
    if (hasCode(error, 'not_found')) throw notFound()
    throw error
  }
}

const toCurrentName = (username: string, tab: StorefrontTab) =>
  redirect({
    to: '/$username',
    params: { username },
    search: tab === 'products' ? {} : { tab },
    statusCode: 301,
    replace: true,
  })

export type ProfileData = AnswerOf<'GET /api/v1/profiles/:username'>

/** What a storefront shows beside products: picks, categories with counts, the number of lists. */
export type Front = AnswerOf<'GET /api/v1/profiles/:username/front'>

/** A storefront as the server shows it: with the first page of products, and of the tab that is not theirs. */
export type Storefront = {
  profile: ProfileData
  front: Front
  products: CardPage
  popular?: CardPage | undefined
  lists?: AnswerOf<'GET /api/v1/profiles/:username/lists'>['items'] | undefined
  tab: StorefrontTab
}

// Tested before lower-casing, which turns some non-ASCII letters into ASCII ones, such as the Kelvin sign.
const usernameShape = /^@?([a-z0-9_-]{3,20})$/i

/**
 * A path segment as a username, lower-cased and without a leading @; null for what cannot be a username
 * (docs/product/addresses.md#unknown-addresses).
 */
export const usernameOf = (segment: string): string | null =>
  usernameShape.exec(segment)?.[1]?.toLowerCase() ?? null
