import { defineRoutes } from '../platform/http/routes.ts'
import { clicksContract } from './contract.ts'
import {
  type AddressLimiter,
  type ClickRecorder,
  clickChart,
  createAddressLimiter,
  type OwnerOfToken,
  recordVisit,
} from './service.ts'

type Dependencies = { recorder: ClickRecorder; ownerOfToken: OwnerOfToken; limiter?: AddressLimiter }

/** The slice's calls; the limiter is this process's own unless another is given. */
export function createClicksRoutes(dependencies: Dependencies) {
  const deps = { limiter: createAddressLimiter(), ...dependencies }
  return defineRoutes(clicksContract, {
    'POST /api/v1/products/:id/clicks': ({ params, body }, context, { headers, address }) =>
      recordVisit(context, deps, {
        productId: params.id,
        kind: body.kind,
        eventId: body.event_id ?? null,
        referrer: body.referrer ?? null,
        request: { method: 'POST', headers, address },
      }),
    'GET /api/v1/products/:id/clicks': ({ params, query }, context) => clickChart(context, params.id, query),
  })
}
