import { sendFile } from '../../platform/files/export.ts'
import { defineRoutes } from '../../platform/http/route.ts'
import type { RateLimiter } from '../../platform/limits/rate-limit.ts'
import { booksContract } from './contract.ts'
import { exportBookMonth, listBookEntries, listBookMonths, readBookMonth } from './service.ts'

/** The calls for the books; `exports` limits how often they are exported. */
export const createBookRoutes = (deps: { reportTimeZone: string; exports: RateLimiter }) =>
  defineRoutes(booksContract, {
    'GET /api/v1/admin/books': ({ query }, context) => listBookMonths(context, query, deps),
    'GET /api/v1/admin/books/:month': ({ params }, context) => readBookMonth(context, params.month, deps),
    'GET /api/v1/admin/books/:month/entries': ({ params, query }, context) =>
      listBookEntries(context, params.month, query, deps),
    'GET /api/v1/admin/export/books': async ({ query }, context, { reply }) =>
      sendFile(reply, await exportBookMonth(context, query, deps), query.format),
  })
