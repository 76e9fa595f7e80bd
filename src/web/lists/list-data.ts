import { notFound, redirect, rootRouteId } from '@tanstack/react-router'
import { hasCode } from '../../shared/errors.ts'
import { fullName } from '../../shared/full-name.ts'
import { canBeSomebody } from '../../shared/names/reserved.ts'
import type { AnswerOf, Api } from '../api/client.ts'
import { shorten } from '../app/link-preview.ts'
import { counted } from '../format/count-text.ts'
import { usernameOf } from '../people/profile/load-profile.ts'
import type { ProductCardData } from '../product/product-data.ts'

/** A list in an overview of several. */
export type ListCardData = AnswerOf<'GET /api/v1/profiles/:username/lists'>['items'][number]

/** A public list with the first of its products. */
export type ListData = AnswerOf<'GET /api/v1/lists/:username/:slug'>

/** A product in a list, as others see it. */
export type ListItemData = ListData['items']['items'][number]

/** A product of a list as a card: its links are the list's own, so that what the list brought is known. */
export const throughList = ({ product, short_link_id }: ListItemData): ProductCardData => ({
  ...product,
  short_link_id: short_link_id ?? product.short_link_id,
})

/** The person of an address whose list is not there. */
export type ListOwner = { id: string; first_name: string; username: string; slug: string }

const listShape = /^[a-z0-9-]{1,100}$/

/**
 * A public list, and its owner's others. Throws a permanent redirect to the present address for upper case, former
 * names of the person and the list; the router's not-found, with whose it would be, where the person has none of that
 * name, and the site's own where nobody could have.
 */
export async function loadList(
  { api, appName }: { api: Api; appName: string },
  segments: { username: string; list: string },
) {
  const username = usernameOf(segments.username)
  const slug = segments.list.toLowerCase()
  if (!username || !canBeSomebody(username) || !listShape.test(slug)) throw notFound({ routeId: rootRouteId })
  try {
    const [list, others] = await Promise.all([
      api('GET /api/v1/lists/:username/:slug', { params: { username, slug }, query: {} }),
      api('GET /api/v1/profiles/:username/lists', { params: { username } }),
    ])
    if (list.profiles.username !== segments.username || list.slug !== segments.list) throw toCurrent(list)
    return { list, others: others.items.filter(({ id }) => id !== list.id), ...namesOf(list, appName) }
  } catch (error) {
    if (hasCode(error, 'not_found')) throw await missing(api, username, slug)
    throw error
  }
}

/** What the document and search engines call it. */
function namesOf({ title, words, items_count, profiles, last_name }: ListData, appName: string) {
  const name = fullName({ ...profiles, last_name })
  return {
    title: `${title} · ${name} · ${appName}`,
    description: shorten(
      words || `${counted(items_count, 'thing')} that ${name} put together on ${appName}.`,
    ),
  }
}

export type LoadedList = Awaited<ReturnType<typeof loadList>>

const toCurrent = ({ profiles, slug }: ListData) =>
  redirect({
    to: '/$username/$list',
    params: { username: profiles.username, list: slug },
    statusCode: 301,
    replace: true,
  })

async function missing(api: Api, username: string, slug: string) {
  try {
    const profile = await api('GET /api/v1/profiles/:username', { params: { username } })
    const { id, first_name } = profile
    return notFound({ data: { id, first_name, username: profile.username, slug } satisfies ListOwner })
  } catch (error) {
    if (hasCode(error, 'not_found')) return notFound({ routeId: rootRouteId })
    throw error
  }
}
