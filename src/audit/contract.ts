import { z } from 'zod'
import { defineContract } from '../shared/contract.ts'
import { id, instant, page, text } from '../shared/schemas.ts'
import { securityEventNames } from '../shared/sign-in/security-events.ts'

/** Why an admin did something that others will read about. */
export const reason = text(500).min(1, 'Please give a reason')

export const auditEntry = z.object({
  id,
  action: z.string(),
  /** What the act changed: an order item, an import, a run, a tracking id, a product, an account, a key. */
  subject: z.string(),
  /** The username; null for the operator's own commands and once an account is gone. */
  actor: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  /** What the subject's ids refer to now; all null if it is gone. */
  about: z.object({
    /** An order's or a product's title, an import's file. */
    title: z.string().nullable(),
    /** The order's day. */
    day: z.iso.date().nullable(),
    /** The order's commission, or by how much an import changes that of all orders. */
    commission: z.number().nullable(),
    /** The currency of the commission; null without an order or an import. */
    currency: z.string().nullable(),
    /** The username of the person that the account, product, flag or tracking id belongs to. */
    username: z.string().nullable(),
    /** The usernames of an order’s owner before and after. */
    from: z.string().nullable(),
    to: z.string().nullable(),
    /** The import that a run works on, and how many orders an import or a run changed. */
    import_id: id.nullable(),
    orders: z.int().nullable(),
  }),
  created_at: instant,
})

const countedEvent = z.object({
  name: z.enum(securityEventNames),
  /** What somebody did, or what was refused. */
  kind: z.enum(['act', 'refusal']),
  last_24_hours: z.int(),
  last_7_days: z.int(),
  last_30_days: z.int(),
  /** To the minute. */
  last_at: instant,
})

/** The audit log and the counts of security events, for admins. */
export const auditContract = defineContract({
  'GET /api/v1/admin/audit': {
    summary: 'Every action of an admin with its subject, the newest first, 50 a page',
    access: 'admin',
    query: z.object({ cursor: z.string().max(200).optional() }),
    response: page(auditEntry),
  },
  'GET /api/v1/admin/security-events': {
    summary: 'How often each security event has happened lately, the latest first',
    access: 'admin',
    response: z.object({ items: z.array(countedEvent) }),
  },
})
