import { priceLifetimeMs } from '../../shared/product.ts'

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

type Item = { id?: unknown; user_id?: unknown; asin?: unknown; price_as_of?: unknown }
type Input = { params?: unknown }

/**
 * Adds what the API's answer to an input depends on. The tags are those the database announces on `page_changed`
 * (db/functions): a profile shows how many products and followers its person has, a product's page only
 * their name.
 */
export function addDependencies(
  dependencies: PageDependencies,
  call: string,
  answer: unknown,
  input: Input = {},
): void {
  const path = call.split(' ')[1] ?? ''
  const items = itemsOf(answer)
  if (path === '/api/v1/feed') dependencies.tags.add('feed')
  if (path === '/api/v1/ledger/checkpoints') dependencies.tags.add('checkpoints')
  for (const item of items) {
    if (path === '/api/v1/profiles/:username')
      dependencies.tags.add(`profile:${item.id}`).add(`followers:${item.id}`)
    if (path === '/api/v1/products/:ref') {
      dependencies.tags.add(`product:${item.id}`).add(`profile:${item.user_id}`)
      dependencies.productId = String(item.id)
      // An ASIN stands for its newest product, by any creator.
      if (refIn(input) === item.asin) dependencies.tags.add('feed')
    }
    if (typeof item.price_as_of === 'string')
      dependencies.validUntil = Math.min(
        dependencies.validUntil,
        Date.parse(item.price_as_of) + priceLifetimeMs,
      )
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
