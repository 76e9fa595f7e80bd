import { defineRoutes, type Route } from '../../platform/http/route.ts'
import { ratesContract } from './contract.ts'
import { listRates, setMeans, setRate } from './service.ts'

/** The calls for rates. */
export const createRateRoutes = (settings: { reportTimeZone: string }): Route[] =>
  defineRoutes(ratesContract, {
    'GET /api/v1/admin/rates': (_input, context) => listRates(context),
    'PUT /api/v1/admin/rates/:month/:currency': ({ params, body }, context) =>
      setRate(context, params, body, settings),
    'PUT /api/v1/admin/rates/:month': ({ params, body }, context) =>
      setMeans(context, params.month, body, settings),
  })
