import { defineRoutes } from '../platform/http/route.ts'
import { collectionContract } from './collection-contract.ts'
import {
  assignInbox,
  listCategoriesByPin,
  listInboxIds,
  listInboxProducts,
  pagePathOf,
  returnToInbox,
  setPin,
} from './index.ts'

/** How long a redirect by ASIN may be kept: a newer product with it is found soon. */
const redirectKept = 'public, max-age=60'

export const collectionRoutes = defineRoutes(collectionContract, {
  'PUT /api/v1/me/categories/:category_id': ({ params, body }, context) =>
    setPin(context, { ...params, ...body }),
  'GET /api/v1/me/inbox/ids': (_input, context) => listInboxIds(context),
  'POST /api/v1/me/inbox/assign': ({ body }, context) => assignInbox(context, body),
  'POST /api/v1/me/inbox/return': ({ body }, context) => returnToInbox(context, body),
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
