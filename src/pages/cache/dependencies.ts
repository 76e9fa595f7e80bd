import { priceLifetimeMs } from '../../shared/product.ts'
import type { AnswerOf } from '../../web/api/client.ts'

/** What a rendered page was made from: the tags whose change makes it stale, and how long its prices may be shown. */
export type PageDependencies = {
  tags: Set<string>
  validUntil: number
  /** The product that the page belongs to. */
  productId: string | null
}

export const noDependencies = (): PageDependencies => ({
  tags: new Set(),
  validUntil: Number.POSITIVE_INFINITY,
  productId: null,
})

type Doorway = AnswerOf<'GET /api/v1/products/:ref/doorway'>
type Item = { id?: unknown; user_id?: unknown; asin?: unknown; price_as_of?: unknown }
type List = {
  id: string
  user_id: string
  pictures: { id: string }[]
  items?: { items: { product: Item }[] }
}
type Input = { params?: unknown }

/**
 * Adds what the API's answer to an input depends on. The tags are those the database announces on `page_changed`
 * (db/functions): a profile shows how many products and followers its person has, and their lists, a
 * product's page only their name.
 */
export function addDependencies(
  dependencies: PageDependencies,
  call: string,
  answer: unknown,
  input: Input = {},
): void {
  const path = call.split(' ')[1] ?? ''
  if (path === '/api/v1/lists/:username/:slug') addList(dependencies, answer as List)
  const items = itemsOf(answer)
  if (path === '/api/v1/feed') dependencies.tags.add('feed')
  if (path === '/api/v1/ledger/checkpoints') dependencies.tags.add('checkpoints')
  for (const item of items) {
    if (path === '/api/v1/profiles/:username')
      dependencies.tags.add(`profile:${item.id}`).add(`followers:${item.id}`).add(`lists:${item.id}`)
    if (path === '/api/v1/products/:ref') {
      dependencies.tags.add(`product:${item.id}`).add(`profile:${item.user_id}`)
      dependencies.productId = String(item.id)
      // An ASIN stands for its newest product, by any creator.
      if (refIn(input) === item.asin) dependencies.tags.add('feed')
    }
    if (path === '/api/v1/profiles/:username/lists') addListCard(dependencies, item as List)
    if (path === '/api/v1/products/:ref/doorway') addDoorway(dependencies, item as Doorway)
    addPrice(dependencies, item)
  }
}

function addPrice(dependencies: PageDependencies, { price_as_of: readAt }: Item): void {
  if (typeof readAt === 'string')
    dependencies.validUntil = Math.min(dependencies.validUntil, Date.parse(readAt) + priceLifetimeMs)
}

/**
 * What a product's page leads to. Its category's ranking is no dependency: it is made anew every hour, and no page is
 * kept for so long; a product that is no longer listed leaves the ranking, so it cannot come back meanwhile.
 */
function addDoorway(dependencies: PageDependencies, { item, curator, more, also, category }: Doorway): void {
  const { tags } = dependencies
  tags.add(`lists:${curator.id}`)
  if (item) tags.add(`asin:${item.marketplace}:${item.asin}`)
  for (const { id } of [curator, ...also]) tags.add(`profile:${id}`).add(`followers:${id}`)
  for (const card of [...more, ...(category?.items ?? [])]) {
    tags.add(`product:${card.id}`).add(`profile:${card.user_id}`)
    addPrice(dependencies, card)
  }
}

/** A card of a list shows its first products; a list more or less is announced by its owner's tag. */
function addListCard({ tags }: PageDependencies, { user_id, pictures }: List): void {
  tags.add(`lists:${user_id}`).add(`profile:${user_id}`)
  for (const { id } of pictures) tags.add(`product:${id}`)
}

/** A list's page shows its products, with their creators' names, and its owner's. */
function addList(dependencies: PageDependencies, { id, user_id, items }: List): void {
  dependencies.tags.add(`list:${id}`).add(`profile:${user_id}`)
  for (const { product } of items?.items ?? []) {
    dependencies.tags.add(`product:${product.id}`).add(`profile:${product.user_id}`)
    addPrice(dependencies, product)
  }
}

function itemsOf(answer: unknown): Item[] {
  if (typeof answer !== 'object' || answer === null) return []
  if ('items' in answer && Array.isArray(answer.items)) return answer.items
  return 'picks' in answer && Array.isArray(answer.picks) ? answer.picks : [answer]
}

/** The name that a call asked for a product by; null in other calls. */
const refIn = ({ params }: Input): unknown =>
  typeof params === 'object' && params !== null && 'ref' in params ? params.ref : null
