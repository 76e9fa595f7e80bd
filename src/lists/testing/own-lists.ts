import type { TestApp } from '../../../tests/harness/app.ts'
import type { Person } from '../../../tests/harness/people.ts'

/** A person's lists over HTTP, as they use them themselves. */
export const listsOf = (app: TestApp, { token, username }: Person) => {
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    app.request(method, path, { token, ...(body !== undefined && { body }), headers })
  const path = (id: string) => `/api/v1/me/lists/${id}`
  return {
    /** Makes a list and returns it. A second passes before. */
    async make(values: Record<string, unknown> = {}) {
      app.clock.advance(1_000)
      const answer = await call('POST', '/api/v1/me/lists', { title: 'My desk setup', ...values })
      if (answer.status !== 201)
        throw new Error(`making a list answered ${answer.status}: ${answer.body.message}`)
      return answer.body
    },
    create: (values: Record<string, unknown>, headers?: Record<string, string>) =>
      call('POST', '/api/v1/me/lists', values, headers),
    all: async (productId?: string) =>
      (await call('GET', `/api/v1/me/lists${productId ? `?product_id=${productId}` : ''}`)).body.items,
    read: async (id: string, cursor?: string) =>
      (await call('GET', `${path(id)}${cursor ? `?cursor=${cursor}` : ''}`)).body,
    edit: (id: string, changes: unknown, version?: number) =>
      call('PATCH', path(id), changes, version === undefined ? {} : { 'if-match': `"${version}"` }),
    publish: (id: string) => call('PATCH', path(id), { is_public: true }),
    remove: (id: string) => call('DELETE', path(id)),
    add: (id: string, product_ids: string[]) => call('POST', `${path(id)}/items`, { product_ids }),
    change: (id: string, itemId: string, changes: unknown) =>
      call('PATCH', `${path(id)}/items/${itemId}`, changes),
    takeOut: (id: string, itemId: string) => call('DELETE', `${path(id)}/items/${itemId}`),
    move: (id: string, itemId: string, before: string | null) =>
      call('POST', `${path(id)}/items/${itemId}/move`, { before }),
    save: (product_ids: string[]) => call('POST', '/api/v1/me/saved', { product_ids }),
    showing: (productId: string) => call('GET', `/api/v1/products/${productId}/lists`),
    refuse: (productId: string, listId: string) =>
      call('POST', `/api/v1/products/${productId}/lists/${listId}/refuse`),
    /** One of this person's public lists as a visitor gets it. */
    asVisitor: (slug: string, cursor?: string) =>
      app.request('GET', `/api/v1/lists/${username}/${slug}${cursor ? `?cursor=${cursor}` : ''}`),
    overview: async () => (await app.request('GET', `/api/v1/profiles/${username}/lists`)).body.items,
  }
}

export type OwnLists = ReturnType<typeof listsOf>
