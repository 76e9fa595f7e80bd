import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { AnswerOf } from '../client.ts'
import type { Item } from './item-fields.ts'

type OwnPage = AnswerOf<'GET /api/v1/me/products'>
type OwnCard = OwnPage['items'][number]
/** As far as a list was read. What is kept of an item's duplicates is a page by itself. */
type OwnList = InfiniteData<OwnPage> | OwnPage

const listsKey = ['own', 'products']

/**
 * Shows an edited item in every list of one's own products that was read, without reading long lists anew; only the
 * list it was moved to is. A list's key names what it is of: a category's slug, `inbox`, or null for all.
 */
export function keepInOwnLists(client: QueryClient, item: Item): void {
  for (const [key, list] of client.getQueriesData<OwnList>({ queryKey: listsKey })) {
    const [, , category] = key
    if (!list || !('pages' in list)) continue
    if (!isIn(list, item.id)) {
      if (category === placeOf(item)) void client.invalidateQueries({ queryKey: key, exact: true })
    } else if (category === null || category === placeOf(item)) {
      client.setQueryData(
        key,
        mapped(list, (card) => [card.id === item.id ? withItem(card, item) : card]),
      )
    } else client.setQueryData(key, without(list, item.id))
  }
  refreshTheRest(client)
}

/** Takes a deleted item out of every list of one's own products that was read. */
export function dropFromOwnLists(client: QueryClient, productId: string): void {
  client.setQueriesData<OwnList>({ queryKey: listsKey }, (list) =>
    list && 'pages' in list ? without(list, productId) : list,
  )
  refreshTheRest(client)
}

/** Counts, pictures of tiles and searches: short answers. */
const refreshTheRest = (client: QueryClient) =>
  void client.invalidateQueries({
    predicate: ({ queryKey: [area, kind] }) => area === 'own' && kind !== 'products',
  })

const placeOf = ({ categories }: Item): string => categories?.slug ?? 'inbox'

const isIn = ({ pages }: InfiniteData<OwnPage>, id: string): boolean =>
  pages.some(({ items }) => items.some((card) => card.id === id))

const without = (list: InfiniteData<OwnPage>, id: string) =>
  mapped(list, (card) => (card.id === id ? [] : [card]))

function mapped(list: InfiniteData<OwnPage>, change: (card: OwnCard) => OwnCard[]): InfiniteData<OwnPage> {
  return { ...list, pages: list.pages.map((page) => ({ ...page, items: page.items.flatMap(change) })) }
}

function withItem(card: OwnCard, item: Item): OwnCard {
  const { title, description, user_comment, image_url, image_source, tags, owner } = item
  return { ...card, title, description, user_comment, image_url, image_source, tags, ...ownerMarks(owner) }
}

const ownerMarks = (owner: Item['owner']) =>
  owner && { version: owner.version, needs_details: owner.needs_details, attention: owner.attention }
