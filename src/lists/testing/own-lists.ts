import sharp from 'sharp'
import type { TestApp } from '../../../tests/harness/app.ts'
import { type Person, proveAddress, signUp } from '../../../tests/harness/people.ts'
import { collectionOf } from '../../folio/testing/collection.ts'
import { storePicture } from '../../media/service.ts'

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
    ownProducts: async (id: string) => (await call('GET', `${path(id)}/products`)).body.product_ids,
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

/** Somebody with a proven address and products. */
export async function creatorOf(app: TestApp, { products: count = 4, first = 'Maya' } = {}) {
  const person = await signUp(app, { first })
  await proveAddress(app, person)
  const folio = collectionOf(app, person)
  const products: string[] = []
  for (let n = 1; n <= count; n++) products.push((await folio.post({ title: `${first} thing ${n}` })).id)
  return { person, folio, lists: listsOf(app, person), products }
}

export type Creator = Awaited<ReturnType<typeof creatorOf>>

/** An item as its list's owner sees it, as far as tests ask. */
export type Item = { id: string; number: number; product: { id: string } | null }

export const numbersOf = ({ items }: { items: { items: Item[] } }) => items.items.map(({ number }) => number)

let stored = 0

/** Stores a picture as its owner and returns its address. */
export async function storePhoto(app: TestApp, { id: userId }: Person): Promise<string> {
  stored += 1
  const bytes = await sharp({ create: { width: 8, height: 10, channels: 3, background: '#c00' } })
    .webp()
    .toBuffer()
  const actor = { userId, sessionId: userId, role: 'user' } as const
  const context = { db: app.database.db, clock: app.clock.now, actor }
  return storePicture(context, app.app.services.media, {
    path: `products/product-${userId}-${stored}.webp`,
    bytes,
  })
}
