import { notFound, redirect, rootRouteId } from '@tanstack/react-router'
import { hasCode } from '../../../shared/errors.ts'
import type { AnswerOf, Api } from '../../api/client.ts'

/**
 * A public profile with its newest products. Throws a permanent redirect to the present address for upper case, a
 * leading @ and former names; the router's not-found where nobody has the name, and the site's own where it cannot be a
 * username.
 */
export async function loadProfile(api: Api, segment: string) {
  const username = usernameOf(segment)
  if (!username) throw notFound({ routeId: rootRouteId })
  const params = { username }
  try {
    const [profile, products] = await Promise.all([
      api('GET /api/v1/profiles/:username', { params }),
      api('GET /api/v1/profiles/:username/products', { params, query: {} }),
    ])
    if (profile.username !== segment) throw toCurrentName(profile.username)
    return { profile, products }
  } catch (error) {
    if (hasCode(error, 'not_found')) throw notFound()
    throw error
  }
}

const toCurrentName = (username: string) =>
  redirect({ to: '/$username', params: { username }, statusCode: 301, replace: true })

export type ProfileData = AnswerOf<'GET /api/v1/profiles/:username'>

// Tested before lower-casing, which turns some non-ASCII letters into ASCII ones, such as the Kelvin sign.
const usernameShape = /^@?([a-z0-9_-]{3,20})$/i

/**
 * A path segment as a username, lower-cased and without a leading @; null for what cannot be a username
 * (docs/product/addresses.md#unknown-addresses).
 */
export const usernameOf = (segment: string): string | null =>
  usernameShape.exec(segment)?.[1]?.toLowerCase() ?? null
