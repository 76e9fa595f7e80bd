import type { Context } from '../../platform/context.ts'
import { insertAuditEntry } from '../audit/sql.ts'

/** Everything an admin can do that others will read about. */
export type AuditAction =
  | 'import.upload'
  | 'import.answer'
  | 'import.merge'
  | 'import.discard'
  | 'import.undo'
  | 'run.start'
  | 'run.stop'
  | 'run.restart'
  | 'order.assign'
  | 'order.unassign'
  | 'tracking_id.add'
  | 'tracking_id.change'
  | 'tracking_id.remove'
  | 'admin.grant'
  | 'admin.revoke'

export type AuditNote = {
  action: AuditAction
  /** The id of what it was done to: an order item, an import, a run, a tracking id, an account. */
  subject: string
  details?: Record<string, unknown>
}

/**
 * Notes what the caller does, nobody in an operator's command (decision: every admin action is in the audit log). Called
 * in the transaction that does it: done and noted, or neither.
 */
export const recordAudit = (
  { db, clock, actor }: Context,
  { action, subject, details = {} }: AuditNote,
): Promise<void> =>
  insertAuditEntry(db, { actorId: actor?.userId ?? null, action, subject, details, createdAt: clock() })
