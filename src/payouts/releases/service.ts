import type { z } from 'zod'
import { oneAtATime, recordAudit, requireUnpaid } from '../../audit/index.ts'
import { lockReleasing } from '../../earnings/index.ts'
import { ordersOfMonth, reportedOrders, worthInMonths } from '../../orders/index.ts'
import { type Context, inTransaction, requireAdmin } from '../../platform/context.ts'
import { moneyText, toUnits } from '../../shared/amazon/currencies.ts'
import { readCursor, writeCursor } from '../../shared/cursor.ts'
import { AppError, invalid, notFound } from '../../shared/errors.ts'
import { adminPageSize, parseCursor, toPage } from '../../shared/paging.ts'
import { displayTitle } from '../../shared/product.ts'
import { dayMs } from '../../shared/time.ts'
import { selectHold } from '../holds/sql.ts'
import { tellHeldOrders } from '../telling.ts'
import { amountsOf, moneyOfMonth, moneyOfMonths } from '../transfers/months.ts'
import { type MonthOf, selectPaidByMonth } from '../transfers/sql.ts'
import type { releasesContract } from './contract.ts'
import { type Month, monthOf, type Options } from './months.ts'
import { missingOf, readWorthCursor, writeWorthCursor } from './rules.ts'
import { release, settleMonths } from './settling.ts'
import { bearHold, insertUnpaidHolds, selectLongUnpaid, type UnpaidHold } from './sql.ts'

type Calls = typeof releasesContract
type Sent = z.output<Calls['POST /api/v1/admin/months/:marketplace/:month/release']['body']>

/** After this time, orders that Amazon has not paid are listed for admins. */
const longUnpaidMs = 60 * dayMs

/**
 * Releases a month by hand (docs/product/payouts.md#releases): Amazon has paid it in full, or a shortfall is explained
 * by orders, which are held, or borne by the platform. Throws `conflict` for a month that goes by the calendar, is
 * released already, or has an unexplained shortfall, and `validation_failed` for a month that is not over and for
 * orders of other months.
 */
export async function releaseByHand(
  context: Context,
  of: MonthOf,
  sent: Sent,
  options: Options,
): Promise<{ released_on: string }> {
  const { userId } = requireAdmin(context)
  return inTransaction(context, async (tx) => {
    await lockReleasing(tx)
    const month = await monthOf(tx, of, options)
    requireUnreleased(month)
    await requireUnpaid(tx, (userIds) => selectPaidByMonth(tx.db, of, userIds))
    const shortfall = missingOf(month)
    if (sent.how === 'paid_in_full' && shortfall > 0)
      throw new AppError('conflict', 'Amazon has paid less than was reported for this month.')
    if (sent.how !== 'paid_in_full' && shortfall === 0)
      throw new AppError('conflict', 'Amazon has paid this month in full.')
    if (sent.how === 'orders_held') await holdShortfall(tx, month, sent, shortfall)
    const reason = sent.how === 'paid_in_full' ? null : sent.reason
    const released = await release(tx, month, { how: sent.how, reason, by: userId }, options)
    await settleMonths(tx, options)
    return released
  })
}

function requireUnreleased({ isOver, rule, isReleased }: Month): void {
  if (!isOver) throw invalid('month', 'This month is not over.')
  if (rule !== 'receipt') throw new AppError('conflict', 'This month is posted by the calendar.')
  if (isReleased) throw new AppError('conflict', 'This month has been released already.')
}

/** Holds the orders that explain a shortfall; their sum is at least the shortfall. */
async function holdShortfall(
  tx: Context,
  of: Month,
  { order_item_ids, reason }: Extract<Sent, { how: 'orders_held' }>,
  shortfall: number,
): Promise<void> {
  const ids = [...new Set(order_item_ids)]
  const found = await reportedOrders(tx, of, ids)
  const amounts = amountsOf(of)
  const missing = ids.find((id) => !found.some(({ order_item_id }) => order_item_id === id))
  if (missing)
    throw invalid('order_item_ids', `${missing} is not an order of this month that Amazon pays for.`)
  const chosen = found.reduce((sum, worth) => sum + worth[amounts], 0)
  if (chosen < shortfall) {
    const text = (amount: number) => moneyText(toUnits(amount, of.currency), of.currency)
    const message = `These orders come to ${text(chosen)}, less than the missing ${text(shortfall)}.`
    throw new AppError('conflict', message, { problems: [{ path: 'order_item_ids', message }] })
  }
  const by = requireAdmin(tx).userId
  const held = await insertUnpaidHolds(tx.db, of, ids, { reason, by, at: tx.clock() })
  await tellHeldOrders(tx, 'hold_set', held)
}

/** The orders of a month, those worth the most first. Throws `validation_failed` for an invalid cursor. */
export async function listMonthOrders(
  context: Context,
  of: MonthOf,
  { q, cursor }: { q?: string | undefined; cursor?: string | undefined },
): Promise<z.input<Calls['GET /api/v1/admin/months/:marketplace/:month/orders']['response']>> {
  requireAdmin(context)
  const after = parseCursor(cursor, readWorthCursor)
  const money = await moneyOfMonth(context, of)
  const page = { by: amountsOf(money), q: q || undefined, after, limit: adminPageSize + 1 }
  const rows = await ordersOfMonth(context, of, page)
  return toPage(rows, {
    limit: adminPageSize,
    serialize: (row) => ({
      order_item_id: row.order_item_id,
      product_title: displayTitle({ title: row.product_title, asin: row.asin }),
      ...{ asin: row.asin, order_date: row.order_date },
      creator: row.payee_id === null ? null : { payee_id: row.payee_id, username: row.username },
      ...{ commission: toUnits(row.commission, money.currency), currency: money.currency },
    }),
    cursorOf: (row) => writeWorthCursor({ amount: row.commission, id: row.order_item_id }),
  })
}

/**
 * Orders that Amazon has not paid for over 60 days, the oldest first
 * (docs/product/payouts.md#what-amazon-has-not-paid). Throws `validation_failed` for an invalid cursor.
 */
export async function listUnpaidOrders(
  context: Context,
  { cursor }: { cursor?: string | undefined },
): Promise<z.input<Calls['GET /api/v1/admin/unpaid-orders']['response']>> {
  requireAdmin(context)
  const after = parseCursor(cursor, readCursor)
  const before = new Date(context.clock().getTime() - longUnpaidMs)
  const rows = await selectLongUnpaid(context.db, { before, after, limit: adminPageSize + 1 })
  const worthOf = await worthOfHolds(context, rows)
  return toPage(rows, {
    limit: adminPageSize,
    serialize: ({ set_at, ...row }) => ({
      ...row,
      ...worthOf(row),
      since: set_at.toISOString(),
    }),
    cursorOf: ({ set_at, id }) => writeCursor({ createdAt: set_at, id }),
  })
}

/** The worth of each of these orders in the month for which it is held, in the month's currency. */
async function worthOfHolds(context: Context, rows: UnpaidHold[]) {
  const sorted = rows.map(({ month }) => month).sort()
  const [from, to] = [sorted[0], sorted.at(-1)]
  const [worth, months] =
    from && to
      ? [await worthInMonths(context, rows), await moneyOfMonths(context, { from, to, also: rows })]
      : [[], []]
  const worthOf = new Map(rows.map(({ id }, n) => [id, worth[n]]))
  return ({ id, marketplace, month }: MonthOf & { id: string }): { commission: number; currency: string } => {
    const of = months.find((one) => one.marketplace === marketplace && one.month === month)
    const currency = of?.currency ?? 'USD'
    return { commission: toUnits((of && worthOf.get(id)?.[amountsOf(of)]) ?? 0, currency), currency }
  }
}

/**
 * Makes the platform bear what is missing of an order that is held because Amazon has not paid for it, which ends the
 * hold. Throws `not_found` for an unknown hold, `conflict` for one that has ended, and `second_admin_needed` for the
 * caller's own order.
 */
export async function bearOrder(
  context: Context,
  id: string,
  { reason }: { reason: string },
  options: Options,
): Promise<{ borne: number; currency: string }> {
  const { userId } = requireAdmin(context)
  return oneAtATime(context, async (tx) => {
    // No more is held than necessary, so all of this order's amount is missing.
    await settleMonths(tx, options)
    const hold = await selectHold(tx.db, id)
    if (!hold?.unpaid_marketplace || !hold.unpaid_month) throw notFound('Hold')
    if (hold.ended_at) throw new AppError('conflict', 'This hold has ended already.')
    const of = { marketplace: hold.unpaid_marketplace, month: hold.unpaid_month }
    const month = await monthOf(tx, of, options)
    const others = month.held.reduce((sum, one) => sum + (one.id === id ? 0 : one.amount), 0)
    const amount = missingOf(month) - others
    const { currency } = month
    await bearHold(tx.db, id, { amount, currency, by: userId, reason, at: tx.clock() })
    if (hold.order_item_id) await tellHeldOrders(tx, 'hold_lifted', [hold.order_item_id])
    // The same part of the order's dollars.
    const own = month.held.find((one) => one.id === id)
    const cents = own ? Math.round((own.cents * amount) / own.amount) : 0
    const borne = { borne: toUnits(amount, currency), currency }
    const moves = { of: hold.creators.map(({ payee_id }) => ({ payeeId: payee_id, cents })) }
    const details = { order_item_id: hold.order_item_id, ...of, ...borne, reason }
    await recordAudit(tx, { action: 'hold.bear', subject: id, details, moves })
    return borne
  })
}
