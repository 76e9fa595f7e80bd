import type { TestApp } from '../../../tests/harness/app.ts'
import type { Person } from '../../../tests/harness/people.ts'

/** A person's collection over HTTP, as they use it themselves. */
export const collectionOf = (app: TestApp, { token }: Person) => {
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    app.request(method, path, { token, ...(body !== undefined && { body }), headers })
  const matching = (version?: string | number) =>
    version === undefined ? undefined : { 'if-match': typeof version === 'number' ? `"${version}"` : version }
  return {
    /** Publishes a product and returns it; to the Inbox by default. A second passes before. */
    async post(values: Record<string, unknown> = {}, key?: string) {
      app.clock.advance(1_000)
      const product = { amazon_url: 'https://amazon.com/dp/B0LAMP0001', title: 'Lamp', category_id: null }
      const sent = { ...product, ...values }
      const answer = await call('POST', '/api/v1/products', sent, key ? { 'idempotency-key': key } : {})
      if (answer.status !== 201) throw new Error(`posting answered ${answer.status}: ${answer.body.message}`)
      return answer.body
    },
    /** Changes a product, if `version` (a number, or a whole If-Match) is still the current one. */
    patch: (id: string, changes: unknown, version?: string | number) =>
      call('PATCH', `/api/v1/products/${id}`, changes, matching(version)),
    remove: (id: string, version?: string | number) =>
      call('DELETE', `/api/v1/products/${id}`, undefined, matching(version)),
    removeAll: (product_ids: string[]) => call('POST', '/api/v1/me/products/delete', { product_ids }),
    read: async (ref: string) => (await call('GET', `/api/v1/products/${ref}`)).body,
    list: async (query: Record<string, string | number> = {}) => {
      const parameters = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, `${value}`]))
      return (await call('GET', `/api/v1/me/products?${parameters}`)).body
    },
    categories: async () => (await call('GET', '/api/v1/me/categories')).body,
    pin: (categoryId: string, is_pinned: boolean) =>
      call('PUT', `/api/v1/me/categories/${categoryId}`, { is_pinned }),
    inboxIds: async (): Promise<string[]> => (await call('GET', '/api/v1/me/inbox/ids')).body.ids,
    assign: (product_ids: string[], category_id: string) =>
      call('POST', '/api/v1/me/inbox/assign', { product_ids, category_id }),
    giveBack: (product_ids: string[], category_id: string) =>
      call('POST', '/api/v1/me/inbox/return', { product_ids, category_id }),
    rpc: (name: string, body: unknown = {}) => call('POST', `/rest/v1/rpc/${name}`, body),
  }
}

export type Collection = ReturnType<typeof collectionOf>

/** The ids of all categories by slug, in their order. */
export async function categoryIds(app: TestApp): Promise<Record<string, string>> {
  const { body } = await app.request('GET', '/api/v1/categories')
  return Object.fromEntries(body.items.map(({ slug, id }: { slug: string; id: string }) => [slug, id]))
}

/** The titles of a list's cards. */
export const titlesOf = ({ items }: { items: { title: string }[] }): string[] =>
  items.map(({ title }) => title)

/** Stores an item as if the server had just read it at Amazon. */
export async function knowItem(
  { database, clock }: TestApp,
  item: { asin: string; title: string; image_url?: string },
): Promise<void> {
  const known = { ...item, marketplace: 'us', source: 'creators_api', fetched_at: clock.now() }
  await database.db.insertInto('amazon_items').values(known).execute()
}
