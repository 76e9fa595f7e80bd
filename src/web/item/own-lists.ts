import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query'
import { pick } from '../../shared/fields/by-name.ts'
import { storedFields } from '../../shared/fields/owner-fields.ts'
import type { AnswerOf, Api } from '../api/client.ts'
import type { Item } from './form/item-fields.ts'

type OwnPage = AnswerOf<'GET /api/v1/me/products'>
type OwnCard = OwnPage['items'][number]
/** The loaded pages of a list. */
type OwnList = InfiniteData<OwnPage>

const listsKey = ['own', 'products']

/**
 * Updates an edited item in every cached list of the person's products. Only the list that it was moved to is loaded
 * again. A list's key names its content: a category's slug, `inbox`, or null for all.
 */
export function updateOwnLists(client: QueryClient, item: Item): void {
  for (const [key, list] of client.getQueriesData<OwnList>({ queryKey: listsKey })) {
    const [, , category] = key
    if (!list) continue
    if (!isIn(list, item.id)) {
      if (category === listOf(item)) void client.invalidateQueries({ queryKey: key, exact: true })
    } else if (category === null || category === listOf(item)) {
      client.setQueryData(
        key,
        mapped(list, (card) => [card.id === item.id ? withItem(card, item) : card]),
      )
    } else client.setQueryData(key, without(list, new Set([item.id])))
  }
  refreshTheRest(client)
}

/**
 * Adds newly published items at the head of every cached list of the person's products: one call for each category,
 * however many pages were loaded. After more new items than a page holds, a list starts over.
 */
export async function showNewInOwnLists(client: QueryClient, api: Api): Promise<void> {
  refreshTheRest(client)
  // A list that is loading for the first time may have been answered before the items were published.
  void client.invalidateQueries({ queryKey: listsKey, predicate: (query) => !isRead(query) })
  const read = client.getQueryCache().findAll({ queryKey: listsKey, predicate: isRead })
  const categories = new Set(read.map(({ queryKey: [, , category] }) => category))
  await Promise.all([...categories].map((category) => showNewIn(client, api, category)))
}

const isRead = ({ state }: Query) => state.data !== undefined

async function showNewIn(client: QueryClient, api: Api, category: unknown) {
  const queryKey = [...listsKey, category]
  try {
    const query = { ...(typeof category === 'string' && { category }) }
    const first = await api('GET /api/v1/me/products', { query })
    // An answer still on its way would restore the old list.
    await client.cancelQueries({ queryKey, predicate: isRead })
    client.setQueriesData<OwnList>({ queryKey }, (list) => list && withHead(list, first))
  } catch {
    void client.invalidateQueries({ queryKey, refetchType: 'none' })
  }
}

/** A list with its present first page, and the items loaded beyond it. */
function withHead(list: OwnList, first: OwnPage): OwnList {
  if (!first.items.some(({ id }) => isIn(list, id))) return { pages: [first], pageParams: [''] }
  const ids = new Set(first.items.map(({ id }) => id))
  const beyond = mapped(list, (card) => (ids.has(card.id) ? [] : [card]))
  const pages = beyond.pages.map((page, index) =>
    index === 0 ? { ...page, items: [...first.items, ...page.items] } : page,
  )
  return { ...beyond, pages }
}

/** Makes every list of the person's products start over with its first page when it is opened again. */
export function forgetOwnLists(client: QueryClient): void {
  client.removeQueries({ queryKey: listsKey, type: 'inactive' })
  refreshTheRest(client)
}

/** Removes deleted items from every cached list of the person's products. */
export function dropFromOwnLists(client: QueryClient, productIds: Iterable<string>): void {
  const gone = new Set(productIds)
  client.setQueriesData<OwnList>({ queryKey: listsKey }, (list) => list && without(list, gone))
  refreshTheRest(client)
}

/** Loads counts, pictures of tiles and searches again: their answers are short. */
const refreshTheRest = (client: QueryClient) =>
  void client.invalidateQueries({
    predicate: ({ queryKey: [area, kind] }) => area === 'own' && kind !== 'products',
  })

const listOf = ({ categories }: Item): string => categories?.slug ?? 'inbox'

const isIn = ({ pages }: OwnList, id: string): boolean =>
  pages.some(({ items }) => items.some((card) => card.id === id))

const without = (list: OwnList, gone: Set<string>) =>
  mapped(list, (card) => (gone.has(card.id) ? [] : [card]))

function mapped(list: OwnList, change: (card: OwnCard) => OwnCard[]): OwnList {
  return { ...list, pages: list.pages.map((page) => ({ ...page, items: page.items.flatMap(change) })) }
}

function withItem(card: OwnCard, item: Item): OwnCard {
  const { image_source, owner } = item
  return { ...card, ...pick(item, storedFields), image_source, ...ownerMarks(owner) }
}

const ownerMarks = (owner: Item['owner']) =>
  owner && { version: owner.version, needs_details: owner.needs_details, attention: owner.attention }
