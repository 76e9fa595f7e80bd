import { defineRoutes } from '../platform/http/route.ts'
import { clicksContract } from './contract.ts'
import { type ClicksDependencies, clickChart, recordVisit } from './index.ts'

/** The slice's calls. */
export const createClicksRoutes = (
  deps: ClicksDependencies & {
    /** Whether a database tells where readers are. */
    hasCountries: boolean
  },
) =>
  defineRoutes(clicksContract, {
    'POST /api/v1/products/:id/clicks': ({ params, body }, context, { method, headers, address }) =>
      recordVisit(context, deps, {
        productId: params.id,
        kind: body.kind,
        eventId: body.event_id ?? null,
        referrer: body.referrer ?? null,
        request: { method, headers, address },
      }),
    'GET /api/v1/products/:id/clicks': ({ params, query }, context) =>
      clickChart(context, params.id, query, deps),
  })
