import { defineRoutes } from '../platform/http/route.ts'
import { auditContract } from './contract.ts'
import { listAudit } from './service.ts'

/** The call for the audit log. */
export const auditRoutes = defineRoutes(auditContract, {
  'GET /api/v1/admin/audit': ({ query }, context) => listAudit(context, query),
})
