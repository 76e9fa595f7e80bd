import type { Amazon } from '../amazon/index.ts'
import type { Media } from '../media/index.ts'
import { ifMatchOf } from '../platform/http/request-headers.ts'
import { defineRoutes } from '../platform/http/route.ts'
import type { AccountLimit } from '../platform/limits/account-limit.ts'
import type { SearchQueue } from '../platform/searches/queue.ts'
import { assignInbox, listInboxIds, returnToInbox, setPin } from './collection/organising.ts'
import { listOwnCategories, listOwnProducts } from './collection/own-collection.ts'
import { listCategoriesByPin, listInboxProducts } from './collection/procedures.ts'
import { collectionContract } from './collection-contract.ts'
import { folioContract } from './contract.ts'
import { deleteProduct, deleteProducts } from './products/editing.ts'
import { getProduct, listCategories, pagePathOf, publishProduct, updateProduct } from './products/service.ts'
import { setPicks } from './storefront/service.ts'

type FolioDeps = { amazon: Amazon; media: Media; limit: AccountLimit; searchQueue: SearchQueue }

export const createFolioRoutes = ({ amazon, media, limit, searchQueue }: FolioDeps) =>
  defineRoutes(folioContract, {
    'GET /api/v1/categories': (_input, context) => listCategories(context),
    'POST /api/v1/products': ({ body }, context, { idempotencyKey }) =>
      publishProduct(context, { amazon, media }, body, { idempotencyKey, limit }),
    'GET /api/v1/products/:ref': ({ params }, context) => getProduct(context, amazon, params.ref),
    'PATCH /api/v1/products/:ref': ({ params, body }, context, { headers }) =>
      updateProduct(
        context,
        { amazon, media },
        { id: params.ref, changes: body, versions: ifMatchOf(headers) },
      ),
    'DELETE /api/v1/products/:ref': async ({ params }, context, { headers }) => {
      await deleteProduct(context, { id: params.ref, versions: ifMatchOf(headers) })
      return undefined
    },
    'GET /api/v1/me/products': ({ query }, context, { address }) => {
      const list = () => listOwnProducts(context, query)
      return query.q === undefined ? list() : searchQueue(context, address, list)
    },
    'GET /api/v1/me/categories': (_input, context) => listOwnCategories(context),
  })

/** How long a redirect by ASIN may be cached: short, so that a newer product is soon found. */
const redirectKept = 'public, max-age=60'

export const collectionRoutes = defineRoutes(collectionContract, {
  'PUT /api/v1/me/picks': ({ body }, context) => setPicks(context, body),
  'PUT /api/v1/me/categories/:category_id': ({ params, body }, context) =>
    setPin(context, { ...params, ...body }),
  'GET /api/v1/me/inbox/ids': (_input, context) => listInboxIds(context),
  'POST /api/v1/me/inbox/assign': ({ body }, context) => assignInbox(context, body),
  'POST /api/v1/me/inbox/return': ({ body }, context) => returnToInbox(context, body),
  'POST /api/v1/me/products/delete': async ({ body }, context) => {
    const product_ids = await deleteProducts(context, body.product_ids)
    return { deleted: product_ids.length, product_ids }
  },
  'POST /rest/v1/rpc/get_user_pinned_categories': ({ body }, context) =>
    listCategoriesByPin(context, body, true),
  'POST /rest/v1/rpc/get_user_unpinned_categories': ({ body }, context) =>
    listCategoriesByPin(context, body, false),
  'POST /rest/v1/rpc/get_inbox_products': ({ body }, context) => listInboxProducts(context, body),
  'GET /functions/v1/share': async ({ query }, context, { reply }) => {
    const location = await pagePathOf(context, query.asin)
    reply?.headers({ location, 'cache-control': redirectKept })
    return undefined
  },
})
