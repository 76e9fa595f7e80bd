import type { Media } from '../media/index.ts'
import { ifMatchOf } from '../platform/http/request-headers.ts'
import { defineRoutes, type Route } from '../platform/http/route.ts'
import type { AccountLimit } from '../platform/limits/account-limit.ts'
import { listedProductsContract, listsContract, ownListsContract } from './contract.ts'
import { createList, deleteList, editList } from './editing/editing.ts'
import { addItems, editItem, moveItem, refuseItem, removeItem } from './editing/items.ts'
import { saveProducts } from './editing/saved.ts'
import {
  listListsShowing,
  listOwnLists,
  listOwnProductsIn,
  listPublicLists,
  readOwnListPage,
  readPublicList,
} from './reading.ts'

/** `limit`: how many products an account may put into lists. */
export const createListRoutes = ({ media, limit }: { media: Media; limit: AccountLimit }): Route[] => [
  ...defineRoutes(listsContract, {
    'GET /api/v1/profiles/:username/lists': ({ params }, context) =>
      listPublicLists(context, params.username),
    'GET /api/v1/lists/:username/:slug': ({ params, query }, context) =>
      readPublicList(context, params, query.cursor),
  }),
  ...defineRoutes(ownListsContract, {
    'GET /api/v1/me/lists': ({ query }, context) => listOwnLists(context, query),
    'POST /api/v1/me/lists': ({ body }, context, { idempotencyKey }) =>
      limit.spend(context, body.product_ids.length, async (done) => {
        const list = await createList(context, media, body, idempotencyKey)
        done(list.items_count)
        return list
      }),
    'GET /api/v1/me/lists/:id': ({ params, query }, context) =>
      readOwnListPage(context, params.id, query.cursor),
    'GET /api/v1/me/lists/:id/products': ({ params }, context) => listOwnProductsIn(context, params.id),
    'PATCH /api/v1/me/lists/:id': ({ params, body }, context, { headers }) =>
      editList(context, media, { id: params.id, changes: body, versions: ifMatchOf(headers) }),
    'DELETE /api/v1/me/lists/:id': async ({ params }, context, { headers }) => {
      await deleteList(context, { id: params.id, versions: ifMatchOf(headers) })
      return undefined
    },
    'POST /api/v1/me/lists/:id/items': ({ params, body }, context) =>
      limit.spend(context, body.product_ids.length, async (done) => {
        const answer = await addItems(context, params.id, body.product_ids)
        done(answer.added)
        return answer
      }),
    'PATCH /api/v1/me/lists/:id/items/:item_id': ({ params, body }, context) =>
      editItem(context, itemOf(params), body),
    'DELETE /api/v1/me/lists/:id/items/:item_id': async ({ params }, context) => {
      await removeItem(context, itemOf(params))
      return undefined
    },
    'POST /api/v1/me/lists/:id/items/:item_id/move': async ({ params, body }, context) => {
      await moveItem(context, { ...itemOf(params), before: body.before })
      return undefined
    },
    'POST /api/v1/me/saved': ({ body }, context) =>
      limit.spend(context, body.product_ids.length, async (done) => {
        const answer = await saveProducts(context, body.product_ids)
        done(answer.added)
        return answer
      }),
  }),
  ...defineRoutes(listedProductsContract, {
    'GET /api/v1/products/:ref/lists': ({ params }, context) => listListsShowing(context, params.ref),
    'POST /api/v1/products/:ref/lists/:list_id/refuse': async ({ params }, context) => {
      await refuseItem(context, { listId: params.list_id, productId: params.ref })
      return undefined
    },
  }),
]

const itemOf = (params: { id: string; item_id: string }) => ({ listId: params.id, id: params.item_id })
