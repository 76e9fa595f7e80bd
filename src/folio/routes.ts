import type { Amazon } from '../amazon/service.ts'
import { idempotencyKeyOf } from '../platform/http/idempotency.ts'
import { defineRoutes } from '../platform/http/routes.ts'
import { folioContract } from './contract.ts'
import { getProduct, listCategories, listOwnCategories, listOwnProducts, postProduct } from './service.ts'

export const createFolioRoutes = (amazon: Amazon) =>
  defineRoutes(folioContract, {
    'GET /api/v1/categories': (_input, context) => listCategories(context),
    'POST /api/v1/products': ({ body }, context, { headers }) =>
      postProduct(context, amazon, body, { idempotencyKey: idempotencyKeyOf(headers) }),
    'GET /api/v1/products/:ref': ({ params }, context) => getProduct(context, amazon, params.ref),
    'GET /api/v1/me/products': ({ query }, context) => listOwnProducts(context, query),
    'GET /api/v1/me/categories': (_input, context) => listOwnCategories(context),
  })
