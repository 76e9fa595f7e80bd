import { defineRoutes, type Route } from '../platform/http/route.ts'
import { securityEvent } from '../platform/security-events.ts'
import { listCases } from './cases.ts'
import { moderationContract, noticesContract, reportsContract } from './contract.ts'
import { listNotices, seeNotices } from './notices.ts'
import { type Reporting, sendReport } from './reporting.ts'
import {
  dismissReports,
  endAccountSessions,
  hideForEveryone,
  liftSuspension,
  showAgain,
  suspend,
} from './service.ts'

/** The calls for reports and for decisions of admins on them. */
export const createModerationRoutes = (reporting: Reporting): Route[] => [
  ...defineRoutes(reportsContract, {
    'POST /api/v1/reports': async ({ body }, context, { address }) => {
      await sendReport(context, reporting, body, address)
      return undefined
    },
  }),
  ...defineRoutes(noticesContract, {
    'GET /api/v1/me/notices': (_input, context) => listNotices(context),
    'POST /api/v1/me/notices/seen': async ({ body }, context) => {
      await seeNotices(context, body.ids)
      return undefined
    },
  }),
  ...defineRoutes(moderationContract, {
    'GET /api/v1/admin/reports': ({ query }, context) => listCases(context, query),
    'POST /api/v1/admin/reports/:id/dismiss': ({ params, body }, context) =>
      dismissReports(context, params.id, body),
    'POST /api/v1/admin/products/:id/hide': ({ params, body }, context) =>
      hideForEveryone(context, { product_id: params.id }, body.reason),
    'POST /api/v1/admin/products/:id/restore': ({ params, body }, context) =>
      showAgain(context, { product_id: params.id }, body.reason),
    'POST /api/v1/admin/lists/:id/hide': ({ params, body }, context) =>
      hideForEveryone(context, { list_id: params.id }, body.reason),
    'POST /api/v1/admin/lists/:id/restore': ({ params, body }, context) =>
      showAgain(context, { list_id: params.id }, body.reason),
    'POST /api/v1/admin/accounts/:id/suspend': async ({ params, body }, context, { log }) => {
      const answer = await suspend(context, params.id, body.reason)
      securityEvent(log, 'account_suspended', { user: params.id, ...answer })
      return answer
    },
    'POST /api/v1/admin/accounts/:id/restore': async ({ params, body }, context, { log }) => {
      const answer = await liftSuspension(context, params.id, body.reason)
      securityEvent(log, 'account_restored', { user: params.id, ...answer })
      return answer
    },
    'POST /api/v1/admin/accounts/:id/end-sessions': ({ params, body }, context) =>
      endAccountSessions(context, params.id, body.reason),
  }),
]
