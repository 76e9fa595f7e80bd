/** A list, an item in it, and the product of that. */
export type ListThings = { list: string; item: string; product: string }

/** Calls that name a list of an owner's, or a product of theirs in one; to others these are not found. */
export const listCalls = <Others>(others: Others) => ({
  'GET /api/v1/me/lists/{id}': {
    sent: ({ list }: ListThings) => ({ path: `/api/v1/me/lists/${list}` }),
    others,
    owner: 200,
  },
  'GET /api/v1/me/lists/{id}/products': {
    sent: ({ list }: ListThings) => ({ path: `/api/v1/me/lists/${list}/products` }),
    others,
    owner: 200,
  },
  'PATCH /api/v1/me/lists/{id}': {
    sent: ({ list }: ListThings) => ({ path: `/api/v1/me/lists/${list}`, body: { title: 'Mine now' } }),
    others,
    owner: 200,
  },
  'POST /api/v1/me/lists/{id}/items': {
    sent: ({ list, product }: ListThings) => ({
      path: `/api/v1/me/lists/${list}/items`,
      body: { product_ids: [product] },
    }),
    others,
    owner: 200,
  },
  'PATCH /api/v1/me/lists/{id}/items/{item_id}': {
    sent: ({ list, item }: ListThings) => ({
      path: `/api/v1/me/lists/${list}/items/${item}`,
      body: { line: 'Mine now' },
    }),
    others,
    owner: 200,
  },
  'POST /api/v1/me/lists/{id}/items/{item_id}/move': {
    sent: ({ list, item }: ListThings) => ({
      path: `/api/v1/me/lists/${list}/items/${item}/move`,
      body: { before: null },
    }),
    others,
    owner: 204,
  },
  'GET /api/v1/products/{ref}/lists': {
    sent: ({ product }: ListThings) => ({ path: `/api/v1/products/${product}/lists` }),
    others,
    owner: 200,
  },
  'POST /api/v1/products/{ref}/lists/{list_id}/refuse': {
    sent: ({ product, list }: ListThings) => ({ path: `/api/v1/products/${product}/lists/${list}/refuse` }),
    others,
    // The list is their own, from which they take it out themselves.
    owner: 404,
  },
  'DELETE /api/v1/me/lists/{id}/items/{item_id}': {
    sent: ({ list, item }: ListThings) => ({ path: `/api/v1/me/lists/${list}/items/${item}` }),
    others,
    owner: 204,
  },
  'DELETE /api/v1/me/lists/{id}': {
    sent: ({ list }: ListThings) => ({ path: `/api/v1/me/lists/${list}` }),
    others,
    owner: 204,
  },
})
