import { hasCode } from '../shared/errors.ts'
import { isProductRef } from '../shared/product.ts'
import { type ListCard, listCard, type ProfileCard, profileCard } from '../shared/sharing/share-image.ts'
import { isUsername } from '../shared/username.ts'
import type { AnswerOf, Api } from '../web/api/client.ts'

type Product = AnswerOf<'GET /api/v1/products/:ref'>
type Profile = AnswerOf<'GET /api/v1/profiles/:username'>

/** A product as strangers see it, by any name that a page's address may have for it; null if there is none. */
export const findProduct = async (api: Api, ref: string): Promise<Product | null> =>
  isProductRef(ref) ? orNull(api('GET /api/v1/products/:ref', { params: { ref } })) : null

const findProfile = async (api: Api, username: string): Promise<Profile | null> =>
  isUsername(username) ? orNull(api('GET /api/v1/profiles/:username', { params: { username } })) : null

/** The share card of a public profile, by any name its person ever had, in lower case; null if there is none. */
export async function findProfileCard(
  api: Api,
  username: string,
  appName: string,
): Promise<ProfileCard | null> {
  const profile = await findProfile(api, username)
  if (!profile) return null
  const params = { username: profile.username }
  const shared = await orNull(
    Promise.all([
      api('GET /api/v1/profiles/:username/front', { params }),
      api('GET /api/v1/profiles/:username/products', { params, query: {} }),
    ]),
  )
  if (!shared) return null
  const [{ picks }, { items: newest }] = shared
  return profileCard(profile, { picks, newest }, appName)
}

/** A public list with its first items, by any names its person and the list ever had; null if there is none. */
export const findList = async (
  api: Api,
  { username, slug }: { username: string; slug: string },
): Promise<AnswerOf<'GET /api/v1/lists/:username/:slug'> | null> =>
  isUsername(username)
    ? orNull(api('GET /api/v1/lists/:username/:slug', { params: { username, slug }, query: {} }))
    : null

/** The share card of a public list, by any names its person and the list ever had, with the present ones. */
export async function findListCard(
  api: Api,
  names: { username: string; slug: string },
  appName: string,
): Promise<{ card: ListCard; path: string } | null> {
  const list = await findList(api, names)
  return list && { card: listCard(list, appName), path: `/${list.profiles.username}/${list.slug}` }
}

/** The answer of a call; null for `not_found`. */
export const orNull = <T>(asked: Promise<T>): Promise<T | null> =>
  asked.catch((error: unknown) => {
    if (hasCode(error, 'not_found')) return null
    throw error
  })
