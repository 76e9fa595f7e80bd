import { defineRoutes } from '../platform/http/route.ts'
import { feedContract } from './contract.ts'
import { countNewProducts, readFeed, readProfileProducts, searchFeed } from './feeds.ts'

/** Everybody asks for the same count every half minute: one answer serves all who ask within these seconds. */
const countKept = 'public, max-age=5'

export const feedRoutes = defineRoutes(feedContract, {
  'GET /api/v1/feed': ({ query }, context) => readFeed(context, query),
  'GET /api/v1/feed/new': ({ query }, context, { reply }) => {
    if (query.scope === 'public') reply?.header('cache-control', countKept)
    return countNewProducts(context, query)
  },
  'GET /api/v1/products/search': ({ query }, context) => searchFeed(context, query),
  'GET /api/v1/profiles/:username/products': ({ params, query }, context) =>
    readProfileProducts(context, params.username, query.cursor),
})
