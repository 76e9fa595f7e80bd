import type { z } from 'zod'
import { isForAnother, recordAudit, requireUnpaid } from '../../audit/index.ts'
import { monthStates, releaseMonth, reportDay, takeTurnReleasing } from '../../earnings/index.ts'
import { reportedOrders } from '../../orders/index.ts'
import { type Context, inTransaction, requireAdmin } from '../../platform/context.ts'
import { moneyText, toUnits } from '../../shared/amazon/currencies.ts'
import { currencyOf } from '../../shared/amazon/marketplaces.ts'
import { AppError, invalid } from '../../shared/errors.ts'
import { holdOrders } from '../holds/service.ts'
import type { receiptsContract } from '../transfers/contract.ts'
import { type MonthMoney, moneyOfMonth } from '../transfers/months.ts'
import { type MonthOf, selectPaidByMonth } from '../transfers/sql.ts'

/** `reportTimeZone`: of the days on which months are released. */
type Options = { reportTimeZone: string }
type Sent = z.output<
  (typeof receiptsContract)['POST /api/v1/admin/months/:marketplace/:month/release']['body']
>

/**
 * Releases a month by hand (docs/product/payouts.md#releases): Amazon has paid it in full, or a shortfall is explained by
 * orders, which are held, or borne by the platform. Throws `conflict` for a month that goes by the calendar, is released,
 * or whose shortfall is not explained, and `validation_failed` for a month that is not over and orders that are not its.
 */
export async function releaseByHand(
  context: Context,
  of: MonthOf,
  sent: Sent,
  options: Options,
): Promise<{ released_on: string }> {
  const { userId } = requireAdmin(context)
  return inTransaction(context, async (tx) => {
    await takeTurnReleasing(tx)
    await requireUnreleased(tx, of, options)
    await requireUnpaid(tx, paidBy(tx, of))
    const money = await moneyOfMonth(tx, of)
    const shortfall = money.reported - money.received
    if (sent.how === 'paid_in_full' && shortfall > 0)
      throw new AppError('conflict', 'Amazon has paid less than was reported for this month.')
    if (sent.how !== 'paid_in_full' && shortfall <= 0)
      throw new AppError('conflict', 'Amazon has paid this month in full.')
    if (sent.how === 'orders_held') await holdShortfall(tx, money, sent, shortfall)
    const reason = sent.how === 'paid_in_full' ? null : sent.reason
    return release(tx, of, { how: sent.how, reason, by: userId, money }, options)
  })
}

/**
 * Releases a month where what Amazon has paid by now is all that was reported. The caller has recorded a receipt; where
 * it pays them, another admin who comes releases it.
 */
export async function releaseIfPaid(tx: Context, of: MonthOf, options: Options): Promise<void> {
  const [state] = await monthStates(tx, [of])
  if (state?.rule !== 'receipt' || state.released_on !== null) return
  const money = await moneyOfMonth(tx, of)
  // Without a report of the month, nobody knows what it comes to.
  if (money.reported === 0 || money.received < money.reported) return
  if (await isForAnother(tx, paidBy(tx, of))) return
  await release(tx, of, { how: 'paid_in_full', reason: null, by: requireAdmin(tx).userId, money }, options)
}

const paidBy = (tx: Context, of: MonthOf) => (userIds: string[]) => selectPaidByMonth(tx.db, of, userIds)

async function requireUnreleased(tx: Context, of: MonthOf, options: Options): Promise<void> {
  if (of.month >= reportDay(tx, options).slice(0, 7)) throw invalid('month', 'This month is not over.')
  const [state] = await monthStates(tx, [of])
  if (state?.rule !== 'receipt') throw new AppError('conflict', 'This month is posted by the calendar.')
  if (state.released_on !== null) throw new AppError('conflict', 'This month has been released already.')
}

/** Holds the orders that explain a shortfall; together they come to it, at least. */
async function holdShortfall(
  tx: Context,
  { marketplace, month, currency }: MonthMoney,
  { order_item_ids, reason }: Extract<Sent, { how: 'orders_held' }>,
  shortfall: number,
): Promise<void> {
  const ids = [...new Set(order_item_ids)]
  const found = await reportedOrders(tx, { marketplace, month }, ids)
  const missing = ids.find((id) => !found.some(({ order_item_id }) => order_item_id === id))
  if (missing) throw invalid('order_item_ids', `${missing} is no order of this month that Amazon pays for.`)
  const isOwn = currency === currencyOf(marketplace)
  const chosen = found.reduce((sum, { own, cents }) => sum + (isOwn ? own : cents), 0)
  if (chosen < shortfall) {
    const text = (amount: number) => moneyText(toUnits(amount, currency), currency)
    const message = `These orders come to ${text(chosen)}, less than the ${text(shortfall)} that are missing.`
    throw new AppError('conflict', message, { problems: [{ path: 'order_item_ids', message }] })
  }
  await holdOrders(tx, ids, reason)
}

type Why = { how: Sent['how']; reason: string | null; by: string; money: MonthMoney }

async function release(
  tx: Context,
  { marketplace, month }: MonthOf,
  { how, reason, by, money }: Why,
  options: Options,
): Promise<{ released_on: string }> {
  const released_on = reportDay(tx, options)
  const isNew = await releaseMonth(tx, {
    ...{ marketplace, earning_month: `${month}-01`, released_on, how, reason, released_by: by },
    ...{ currency: money.currency, reported_cents: money.reported, received_cents: money.received },
    released_at: tx.clock(),
  })
  if (!isNew) throw new AppError('conflict', 'This month has been released already.')
  const { currency } = money
  const units = (amount: number) => toUnits(amount, currency)
  const sums = { currency, reported: units(money.reported), received: units(money.received) }
  const details = { marketplace, month, how, ...sums, ...(reason && { reason }) }
  await recordAudit(tx, { action: 'month.release', subject: `${month} ${marketplace}`, details })
  return { released_on }
}
