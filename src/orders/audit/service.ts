import type { z } from 'zod'
import { type Context, requireAdmin } from '../../platform/context.ts'
import { readCursor, writeCursor } from '../../shared/cursor.ts'
import { placeOf, toPage } from '../../shared/paging.ts'
import type { AuditEntry, adminOrdersContract } from '../review/contract.ts'
import { adminPageSize } from '../review/order-list.ts'
import { selectAuditEntries } from './sql.ts'

type List = (typeof adminOrdersContract)['GET /api/v1/admin/audit']

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
