import type { z } from 'zod'
import { oneAtATime, recordAudit } from '../../audit/index.ts'
import { type Context, inTransaction, requireAdmin } from '../../platform/context.ts'
import { whereBroken } from '../../platform/database/errors.ts'
import { toUnits } from '../../shared/amazon/currencies.ts'
import { readCursor, writeCursor } from '../../shared/cursor.ts'
import { AppError, accountDeleted, invalid, notFound } from '../../shared/errors.ts'
import { adminPageSize, parseCursor, toPage } from '../../shared/paging.ts'
import { findAnyPayee } from '../former.ts'
import { tellHeldCreator, tellHeldMonth, tellHeldOrders } from '../telling.ts'
import type { MonthOf } from '../transfers/sql.ts'
import type { Hold, holdsContract } from './contract.ts'
import {
  endHoldOf,
  type HoldRow,
  insertHold,
  insertOrderHolds,
  selectHold,
  selectHolds,
  selectOwnOfMonth,
} from './sql.ts'

type Calls = typeof holdsContract
type Held = z.output<Calls['POST /api/v1/admin/holds']['body']>['of']

/**
 * Present and past holds, the newest first; all of them, or those of a creator or a month. Throws `validation_failed`
 * for an invalid cursor, and for an unknown username.
 */
export async function listHolds(
  context: Context,
  { state, username, month, marketplace, cursor }: z.output<Calls['GET /api/v1/admin/holds']['query']>,
): Promise<z.input<Calls['GET /api/v1/admin/holds']['response']>> {
  requireAdmin(context)
  const before = parseCursor(cursor, readCursor)
  const payeeId = username === undefined ? undefined : await findAnyPayee(context, username)
  const of = { state, payeeId, marketplace, month: month && `${month}-01` }
  const rows = await selectHolds(context.db, of, { before, limit: adminPageSize + 1 })
  return toPage(rows, {
    limit: adminPageSize,
    serialize: serializeHold,
    cursorOf: ({ set_at, id }) => writeCursor({ createdAt: set_at, id }),
  })
}

/**
 * Holds the payouts of a creator, an order or a month of a marketplace (docs/product/payouts.md#holds). Throws
 * `validation_failed` for an unknown creator or order, and `conflict` if it is held already.
 */
export async function setHold(
  context: Context,
  { of, reason }: z.output<Calls['POST /api/v1/admin/holds']['body']>,
): Promise<Hold> {
  const { userId } = requireAdmin(context)
  return inTransaction(context, async (tx) => {
    const target = await targetOf(tx, of)
    const inserting = insertHold(tx.db, { ...target, reason, set_by: userId, set_at: tx.clock() })
    const id = await whereBroken(
      { payout_holds_order_item_id_fkey: unknownOrder, payout_holds_set_by_fkey: accountDeleted },
      inserting,
    )
    if (!id) throw new AppError('conflict', 'This is held already.')
    await tellOfHold(tx, 'hold_set', id, of.kind === 'month' ? { month: of } : target)
    await recordAudit(tx, { action: 'hold.set', subject: id, details: { ...detailsOf(of, target), reason } })
    return serializeHold(await findHold(tx, id))
  })
}

/** The subject of a hold in the audit log. */
const detailsOf = (of: Held, target: Awaited<ReturnType<typeof targetOf>>) =>
  of.kind === 'month' ? { marketplace: of.marketplace, month: of.month } : target

const unknownOrder = () => invalid('order_item_id', 'There is no order with this id.')

async function targetOf(tx: Context, of: Held) {
  if (of.kind === 'creator') return { payee_id: await findAnyPayee(tx, of.username) }
  if (of.kind === 'order') return { order_item_id: of.order_item_id }
  return { marketplace: of.marketplace, earning_month: `${of.month}-01` }
}

type Concerned = { payee_id?: string | null; order_item_id?: string | null; month?: MonthOf | null }

async function tellOfHold(
  tx: Context,
  kind: 'hold_set' | 'hold_lifted',
  holdId: string,
  { payee_id: payeeId, order_item_id: orderId, month }: Concerned,
): Promise<void> {
  if (payeeId) await tellHeldCreator(tx, kind, { holdId, payeeId })
  if (orderId) await tellHeldOrders(tx, kind, [orderId])
  if (month) await tellHeldMonth(tx, kind, { holdId, ...month })
}

/** Holds orders that are not held yet, in the caller's transaction, which records it in the audit log. */
export async function holdOrders(tx: Context, ids: string[], reason: string): Promise<void> {
  const held = await insertOrderHolds(tx.db, ids, { reason, by: requireAdmin(tx).userId, at: tx.clock() })
  await tellHeldOrders(tx, 'hold_set', held)
}

/**
 * Ends a hold. Throws `not_found`, `conflict` for one that has ended or ends by itself once Amazon has paid, and
 * `second_admin_needed` if it holds the caller's own money, even in a month.
 */
export async function endHold(context: Context, id: string, { reason }: { reason: string }): Promise<Hold> {
  const { userId } = requireAdmin(context)
  return oneAtATime(context, async (tx) => {
    const { payee_id, order_item_id, marketplace, month, creators, unpaid_month } = await findHold(tx, id)
    if (unpaid_month)
      throw new AppError(
        'conflict',
        'It ends by itself once Amazon has paid. To end it earlier, have the platform bear the order.',
      )
    const isEnded = await whereBroken(
      { payout_holds_ended_by_fkey: accountDeleted },
      endHoldOf(tx.db, id, { by: userId, reason, at: tx.clock() }),
    )
    if (!isEnded) throw new AppError('conflict', 'This hold has ended already.')
    const held = marketplace && month ? { marketplace, month } : null
    await tellOfHold(tx, 'hold_lifted', id, { payee_id, order_item_id, month: held })
    const of = payee_id ? { payee_id } : order_item_id ? { order_item_id } : { marketplace, month }
    // A month concerns too many people to list: of the admins, only the caller.
    const concerned = payee_id
      ? [payee_id]
      : marketplace && month
        ? await selectOwnOfMonth(tx.db, { marketplace, month }, userId)
        : creators.map((creator) => creator.payee_id)
    const moves = { of: concerned.map((payeeId) => ({ payeeId, cents: 0 })) }
    await recordAudit(tx, { action: 'hold.end', subject: id, details: { ...of, reason }, moves })
    return serializeHold(await findHold(tx, id))
  })
}

async function findHold({ db }: Context, id: string): Promise<HoldRow> {
  const row = await selectHold(db, id)
  if (!row) throw notFound('Hold')
  return row
}

const serializeHold = (row: HoldRow): Hold => ({
  id: row.id,
  creator:
    row.payee_id === null ? null : { payee_id: row.payee_id, username: row.username, former: row.former },
  order_item_id: row.order_item_id,
  order:
    row.order_item_id === null ? null : { product_title: row.product_title ?? '', creators: row.creators },
  month: row.marketplace === null ? null : { marketplace: row.marketplace, month: row.month },
  unpaid:
    row.unpaid_marketplace === null || row.unpaid_month === null
      ? null
      : { marketplace: row.unpaid_marketplace, month: row.unpaid_month },
  reason: row.reason,
  set_by: row.set_by,
  set_at: row.set_at.toISOString(),
  ended: row.ended_at && {
    ...{ at: row.ended_at.toISOString(), by: row.ended_by, reason: row.end_reason ?? '' },
    borne:
      row.borne === null || row.borne_currency === null
        ? null
        : { amount: toUnits(row.borne, row.borne_currency), currency: row.borne_currency },
  },
})
