import { defineRoutes } from '../platform/http/route.ts'
import { auditContract } from './contract.ts'
import { readSecurityCounts } from './security-counts.ts'
import { listAudit } from './service.ts'

/** The calls for the audit log, and for the counts of security events. */
export const auditRoutes = defineRoutes(auditContract, {
  'GET /api/v1/admin/audit': ({ query }, context) => listAudit(context, query),
  'GET /api/v1/admin/security-events': (_, context) => readSecurityCounts(context),
})
