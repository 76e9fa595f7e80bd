import { sendFile } from '../platform/files/export.ts'
import { defineRoutes } from '../platform/http/route.ts'
import type { RateLimiter } from '../platform/limits/rate-limit.ts'
import { earningsContract } from './contract.ts'
import { earningsAnalytics } from './reading/analytics.ts'
import { exportLedgerFile } from './reading/export.ts'
import { explainLedgerEntry, listLedger } from './reading/ledger.ts'
import { listLedgerOrders } from './reading/orders.ts'
import { listProductEarnings, readProductEarnings } from './reading/products.ts'
import { listStatements, readStatement } from './reading/statements.ts'

/** The slice's calls. `exports` limits how often the ledger is exported. */
export const createEarningsRoutes = (deps: {
  reportTimeZone: string
  holdDays: number
  exports: RateLimiter
}) =>
  defineRoutes(earningsContract, {
    'GET /api/v1/me/earnings': ({ query }, context) => earningsAnalytics(context, query, deps),
    'GET /api/v1/me/earnings/products': ({ query }, context) => listProductEarnings(context, query),
    'GET /api/v1/me/earnings/products/:id': ({ params }, context) =>
      readProductEarnings(context, params.id, deps),
    'GET /api/v1/me/ledger': ({ query }, context) => listLedger(context, query, deps),
    'GET /api/v1/me/ledger/orders': ({ query }, context) => listLedgerOrders(context, query, deps),
    'GET /api/v1/me/ledger/export': async ({ query }, context, { reply }) =>
      sendFile(reply, await exportLedgerFile(context, query, deps), query.format),
    'GET /api/v1/me/ledger/:id': ({ params }, context) => explainLedgerEntry(context, params.id, deps),
    'GET /api/v1/me/statements': (_input, context) => listStatements(context),
    'GET /api/v1/me/statements/:month': ({ params }, context) => readStatement(context, params.month, deps),
  })
