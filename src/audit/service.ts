import type { z } from 'zod'
import { type Context, requireAdmin } from '../platform/context.ts'
import { whereBroken } from '../platform/database/failures.ts'
import { securityCounts } from '../platform/security-events.ts'
import { readCursor, writeCursor } from '../shared/cursor.ts'
import { accountDeleted } from '../shared/errors.ts'
import { adminPageSize, placeOf, toPage } from '../shared/paging.ts'
import type { AuditEntry, auditContract } from './contract.ts'
import { insertAuditEntry, selectAuditEntries } from './sql.ts'

/** Everything an admin can do that others will read about. */
type AuditAction =
  | 'import.upload'
  | 'import.answer'
  | 'import.confirm'
  | 'import.merge'
  | 'import.discard'
  | 'import.undo'
  | 'returns.decide'
  | 'twins.decide'
  | 'twins.change'
  | 'paying_date.set'
  | 'run.start'
  | 'run.stop'
  | 'run.restart'
  | 'order.assign'
  | 'order.decide'
  | 'order.unassign'
  | 'order.accept'
  | 'flag.seen'
  | 'click_flag.seen'
  | 'report.dismiss'
  | 'product.hide'
  | 'product.restore'
  | 'account.suspend'
  | 'account.restore'
  | 'account.end_sessions'
  | 'tracking_id.add'
  | 'tracking_id.change'
  | 'tracking_id.remove'
  | 'admin.grant'
  | 'admin.revoke'
  | 'factors.reset'
  | 'keys.rotate'

type AuditNote = {
  action: AuditAction
  /** The id of what it was done to: an order item, an import, a run, a tracking id, a product, an account, a key. */
  subject: string
  details?: Record<string, unknown>
}

/**
 * Notes what the caller does, nobody in an operator's command (decision 26: every admin action is in the audit log).
 * Called in the transaction that does it: done and noted, or neither. Throws `conflict` when the caller's account has just been
 * deleted.
 */
export const recordAudit = (
  { db, clock, actor }: Context,
  { action, subject, details = {} }: AuditNote,
): Promise<void> =>
  whereBroken(
    { admin_audit_actor_id_fkey: accountDeleted },
    insertAuditEntry(db, { actorId: actor?.userId ?? null, action, subject, details, createdAt: clock() }),
  )

type List = (typeof auditContract)['GET /api/v1/admin/audit']

/** A page of what admins did, the newest first. */
export async function listAudit(
  context: Context,
  { cursor }: z.output<List['query']>,
): Promise<z.input<List['response']>> {
  requireAdmin(context)
  const before = placeOf(cursor, readCursor)
  const rows = await selectAuditEntries(context.db, { before, limit: adminPageSize + 1 })
  return toPage(rows, {
    limit: adminPageSize,
    present: ({ id, action, subject, username, details, created_at }) => ({
      id,
      action,
      subject,
      actor: username,
      details: details as AuditEntry['details'],
      created_at: created_at.toISOString(),
    }),
    cursorOf: ({ created_at, id }) => writeCursor({ createdAt: created_at, id }),
  })
}

/** How often each security event has come in this process (decision 43). Throws `not_found` to all but admins. */
export function readSecurityCounts(context: Context) {
  requireAdmin(context)
  return { counts: securityCounts() }
}
