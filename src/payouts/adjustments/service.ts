import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { oneAtATime, recordAudit } from '../../audit/index.ts'
import { appendEntries } from '../../earnings/index.ts'
import { type Context, requireAdmin } from '../../platform/context.ts'
import { type IdempotencyKey, once } from '../../platform/idempotency.ts'
import { readCursor, writeCursor } from '../../shared/cursor.ts'
import { centsToUsd } from '../../shared/money.ts'
import { adminPageSize, parseCursor, toPage } from '../../shared/paging.ts'
import { findAnyPayee } from '../former.ts'
import type { Adjustment, adjustmentsContract } from './contract.ts'
import { type AdjustmentRow, selectAdjustment, selectAdjustments } from './sql.ts'

type Calls = typeof adjustmentsContract
/** `reportTimeZone`: the zone of the days on which earnings become posted. */
type Options = { reportTimeZone: string }
/** `aloneCents`: how much one admin may move alone for a creator in 30 days. */
type Making = Options & { aloneCents: number }

/**
 * Manual adjustments of all creators or of one, the newest first. Throws `validation_failed` for an invalid cursor, and
 * for an unknown username.
 */
export async function listAdjustments(
  context: Context,
  { username, cursor }: { username?: string | undefined; cursor?: string | undefined },
): Promise<z.input<Calls['GET /api/v1/admin/adjustments']['response']>> {
  requireAdmin(context)
  const before = parseCursor(cursor, readCursor)
  const payeeId = username === undefined ? undefined : await findAnyPayee(context, username)
  const rows = await selectAdjustments(context.db, payeeId, { before, limit: adminPageSize + 1 })
  return toPage(rows, {
    limit: adminPageSize,
    serialize: serializeAdjustment,
    cursorOf: ({ created_at, id }) => writeCursor({ createdAt: created_at, id }),
  })
}

/**
 * Adds to a creator's balance or takes from it, in dollars (docs/product/payouts.md#adjustments-by-hand). Throws
 * `validation_failed` for an unknown username, and `second_admin_needed` if one admin may not do it alone.
 */
export async function makeAdjustment(
  context: Context,
  sent: z.output<Calls['POST /api/v1/admin/adjustments']['body']>,
  { aloneCents, ...options }: Making,
  key?: IdempotencyKey,
): Promise<Adjustment> {
  requireAdmin(context)
  const reference = await once(context, { key, sent }, (own) =>
    oneAtATime(own, async (tx) => {
      const payeeId = await findAnyPayee(tx, sent.username)
      const made = randomUUID()
      const userCents = Math.round(sent.amount * 100)
      const { reason } = sent
      await appendEntries(
        tx,
        [{ payeeId, type: 'manual_adjustment', userCents, reference: made, reason }],
        options,
      )
      const details = { payee_id: payeeId, amount: sent.amount, reason }
      const moves = { of: [{ payeeId, cents: Math.abs(userCents) }], aloneCents }
      await recordAudit(tx, { action: 'adjustment.make', subject: made, details, moves })
      return made
    }),
  )
  return serializeAdjustment(await selectAdjustment(context.db, reference))
}

const serializeAdjustment = (row: AdjustmentRow): Adjustment => ({
  id: row.id,
  creator: { payee_id: row.payee_id, username: row.username, former: row.former },
  amount: centsToUsd(row.user_amount_cents),
  reason: row.reason ?? '',
  made_at: row.created_at.toISOString(),
})
