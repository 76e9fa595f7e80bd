import type { Amazon } from '../amazon/service.ts'
import type { Media } from '../media/service.ts'
import { idempotencyKeyOf } from '../platform/http/idempotency.ts'
import { ifMatchOf } from '../platform/http/request-headers.ts'
import { defineRoutes } from '../platform/http/route.ts'
import { folioContract } from './contract.ts'
import {
  deleteProduct,
  getProduct,
  listCategories,
  listOwnCategories,
  listOwnProducts,
  postProduct,
  updateProduct,
} from './index.ts'

export const createFolioRoutes = ({ amazon, media }: { amazon: Amazon; media: Media }) =>
  defineRoutes(folioContract, {
    'GET /api/v1/categories': (_input, context) => listCategories(context),
    'POST /api/v1/products': ({ body }, context, { headers }) =>
      postProduct(context, amazon, body, { idempotencyKey: idempotencyKeyOf(headers) }),
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
    'GET /api/v1/me/products': ({ query }, context) => listOwnProducts(context, query),
    'GET /api/v1/me/categories': (_input, context) => listOwnCategories(context),
  })
