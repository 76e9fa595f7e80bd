import { defineRoutes } from '../platform/http/route.ts'
import { auditContract } from './contract.ts'
import { listAudit, readSecurityCounts } from './service.ts'

/** The calls for the audit log, and for the counts of security events. */
export const auditRoutes = defineRoutes(auditContract, {
  'GET /api/v1/admin/audit': ({ query }, context) => listAudit(context, query),
  'GET /api/v1/admin/security-events': async (_, context) => readSecurityCounts(context),
})
