import { defineRoutes } from '../platform/http/routes.ts'
import { feedContract } from './contract.ts'
import { readFeed, readProfileProducts } from './service.ts'

export const feedRoutes = defineRoutes(feedContract, {
  'GET /api/v1/feed': ({ query }, context) => readFeed(context, query),
  'GET /api/v1/profiles/:username/products': ({ params, query }, context) =>
    readProfileProducts(context, params.username, query.cursor),
})
