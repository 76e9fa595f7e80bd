import { priceLifetimeMs } from '../shared/product.ts'

/** What a rendered page was made from: whose change makes it stale, and until when its prices may be shown. */
export type PageDependencies = { tags: Set<string>; validUntil: number }

export const noDependencies = (): PageDependencies => ({
  tags: new Set(),
  validUntil: Number.POSITIVE_INFINITY,
})

type Item = { id?: unknown; user_id?: unknown; price_as_of?: unknown }

/**
 * Adds what an answer of the API depends on. The tags are those the database announces on `page_changed`
 * (migration 0007).
 */
export function addDependencies(dependencies: PageDependencies, call: string, answer: unknown): void {
  const path = call.split(' ')[1] ?? ''
  const items = itemsOf(answer)
  if (path === '/api/v1/feed') dependencies.tags.add('feed')
  for (const item of items) {
    if (path === '/api/v1/profiles/:username') dependencies.tags.add(`profile:${item.id}`)
    if (path === '/api/v1/products/:ref')
      dependencies.tags.add(`product:${item.id}`).add(`profile:${item.user_id}`)
    if (typeof item.price_as_of === 'string')
      dependencies.validUntil = Math.min(
        dependencies.validUntil,
        Date.parse(item.price_as_of) + priceLifetimeMs,
      )
  }
}

function itemsOf(answer: unknown): Item[] {
  if (typeof answer !== 'object' || answer === null) return []
  return 'items' in answer && Array.isArray(answer.items) ? answer.items : [answer]
}
