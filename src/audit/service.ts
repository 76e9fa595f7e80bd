import type { z } from 'zod'
import { type Context, requireAdmin } from '../platform/context.ts'
import { whereBroken } from '../platform/database/errors.ts'
import { toUnits } from '../shared/amazon/currencies.ts'
import { readCursor, writeCursor } from '../shared/cursor.ts'
import { accountDeleted } from '../shared/errors.ts'
import { adminPageSize, parseCursor, toPage } from '../shared/paging.ts'
import { displayTitle } from '../shared/product.ts'
import type { auditContract } from './contract.ts'
import { type Moved, noteMoves } from './second/moves.ts'
import { type AuditRow, insertAuditEntry, selectAuditEntries } from './sql.ts'

/** Every act of an admin that others will read about. */
type AuditAction =
  | 'import.upload'
  | 'import.answer'
  | 'import.confirm'
  | 'import.merge'
  | 'import.discard'
  | 'import.undo'
  | 'report_status.set'
  | 'returns.decide'
  // About duplicates: entries never change, so the names of these two are those of the first ones.
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
  | 'order.purchase'
  | 'flag.seen'
  | 'click_flag.seen'
  | 'report.dismiss'
  | 'product.hide'
  | 'product.restore'
  | 'list.hide'
  | 'list.restore'
  | 'account.suspend'
  | 'account.restore'
  | 'account.end_sessions'
  | 'tracking_id.add'
  | 'tracking_id.change'
  | 'tracking_id.remove'
  | 'rate.set'
  | 'months.move'
  | 'receipt.record'
  | 'receipt.reverse'
  | 'adjustment.make'
  | 'debt.answer'
  | 'debt.write_off'
  | 'fee.set'
  | 'fee.take_back'
  | 'proposal.make'
  | 'proposal.approve'
  | 'proposal.refuse'
  | 'month.release'
  | 'month.settle'
  | 'hold.set'
  | 'hold.end'
  | 'hold.bear'
  | 'question.answer'
  | 'question.close'
  | 'payout.draft'
  | 'payout.approve'
  | 'payout.discard'
  | 'payout.fetch'
  | 'payout.send'
  | 'payout.sent'
  | 'payout.result'
  | 'payout.import_results'
  | 'payout.answer'
  | 'payout_year.fetch'
  | 'admin.grant'
  | 'admin.revoke'
  | 'factors.reset'
  | 'username.give'
  | 'factors.enrolment_code'
  | 'keys.rotate'
  | 'keys.accept'

type AuditNote = {
  action: AuditAction
  /** The id of what the act changed: an order item, an import, a run, a tracking id, a product, an account, a key. */
  subject: string
  details?: Record<string, unknown>
  /** The amounts of an act that one admin may not always do alone, by payee. */
  moves?: Moved
}

/**
 * Logs an act of the caller; in an operator's command the actor is null (decision 26: every admin action is in the
 * audit log). Called in the transaction of the act, so that both happen or neither. Throws `conflict` when the caller's
 * account has just been deleted.
 */
export async function recordAudit(
  context: Context,
  { action, subject, details = {}, moves }: AuditNote,
): Promise<void> {
  const { db, clock, actor } = context
  const id = await whereBroken(
    { admin_audit_actor_id_fkey: accountDeleted },
    insertAuditEntry(db, { actorId: actor?.userId ?? null, action, subject, details, createdAt: clock() }),
  )
  if (moves) await noteMoves(context, id, moves)
}

type List = (typeof auditContract)['GET /api/v1/admin/audit']

/** A page of admins' acts, the newest first. */
export async function listAudit(
  context: Context,
  { cursor }: z.output<List['query']>,
): Promise<z.input<List['response']>> {
  requireAdmin(context)
  const before = parseCursor(cursor, readCursor)
  const rows = await selectAuditEntries(context.db, { before, limit: adminPageSize + 1 })
  return toPage(rows, {
    limit: adminPageSize,
    serialize: serializeEntry,
    cursorOf: ({ created_at, id }) => writeCursor({ createdAt: created_at, id }),
  })
}

/**
 * A page of admins' acts done alone that others have to see: those that an approved payout run has shown, or those that
 * nobody was shown up to an instant. The newest first.
 */
export async function listActsAlone(
  context: Context,
  of: { runId: string } | { until: Date },
  { cursor }: { cursor?: string | undefined },
): Promise<z.input<List['response']>> {
  requireAdmin(context)
  const before = parseCursor(cursor, readCursor)
  const rows = await selectAuditEntries(context.db, { before, limit: adminPageSize + 1, alone: of })
  return toPage(rows, {
    limit: adminPageSize,
    serialize: serializeEntry,
    cursorOf: ({ created_at, id }) => writeCursor({ createdAt: created_at, id }),
  })
}

const commissionOf = ({ commission_cents, currency, import_change }: AuditRow): number | null =>
  commission_cents === null || currency === null ? import_change : toUnits(commission_cents, currency)

const serializeEntry = (row: AuditRow): z.input<List['response']>['items'][number] => ({
  id: row.id,
  action: row.action,
  subject: row.subject,
  actor: row.actor,
  details: row.details,
  about: {
    title: row.asin === null ? row.title : displayTitle({ title: row.title ?? '', asin: row.asin }),
    day: row.day,
    commission: commissionOf(row),
    currency: row.currency,
    username: row.username,
    from: row.owner_before,
    to: row.owner_after,
    import_id: row.import_id,
    orders: row.orders,
  },
  created_at: row.created_at.toISOString(),
})
