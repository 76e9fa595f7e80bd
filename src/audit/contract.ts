import { z } from 'zod'
import { defineContract } from '../shared/contract.ts'
import { id, instant, page, text } from '../shared/schemas.ts'

/** Why an admin did something that others will read about. */
export const reason = text(500).min(1, 'Please give a reason')

const auditEntry = z.object({
  id,
  action: z.string(),
  /** What it was done to: an order item, an import, a run, a tracking id, a product, an account, a key. */
  subject: z.string(),
  /** The username; null for the operator's own commands and once an account is gone. */
  actor: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  created_at: instant,
})
export type AuditEntry = z.output<typeof auditEntry>

/** The audit log, for admins. */
export const auditContract = defineContract({
  'GET /api/v1/admin/audit': {
    summary: 'Every action of an admin, the newest first, 50 a page',
    access: 'admin',
    query: z.object({ cursor: z.string().max(200).optional() }),
    response: page(auditEntry),
  },
  'GET /api/v1/admin/security-events': {
    summary: 'How often each security event has come since this process of the program started',
    access: 'admin',
    response: z.object({ counts: z.record(z.string(), z.int()) }),
  },
})
