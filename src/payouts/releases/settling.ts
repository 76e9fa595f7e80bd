import { recordAudit } from '../../audit/index.ts'
import { firstByReceipts, lockReleasing, releaseMonth, reportDay } from '../../earnings/index.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import { toUnits } from '../../shared/amazon/currencies.ts'
import { AppError } from '../../shared/errors.ts'
import { tellAmazonPaid, tellHeldOrders } from '../telling.ts'
import { amountsOf } from '../transfers/months.ts'
import { type Month, monthsOf, type Options } from './months.ts'
import { isToRelease, missingOf, planHolds } from './rules.ts'
import { endUnpaidHolds, insertUnpaidHolds, selectToHold } from './sql.ts'

/** What creators read about an order that is held for this reason. */
const unpaidReason = 'Amazon has not paid for this order yet.'
const paidReason = 'Amazon has paid what was missing.'

/**
 * Brings releases and holds into line with the sums of months (docs/product/payouts.md#releases): a month that Amazon
 * has paid in full is released; orders of a released month are held for what is missing, and released once it has come.
 * Safe to repeat. Every change of a sum, and every payout, does it in its own transaction. It is a calculation, in
 * nobody's name.
 */
export async function settleMonths(context: Context, options: Options): Promise<void> {
  await inTransaction({ ...context, actor: null }, async (tx) => {
    const from = await firstByReceipts(tx)
    if (!from) return
    await lockReleasing(tx)
    const months = await monthsOf(tx, { from, to: reportDay(tx, options).slice(0, 7) }, options)
    for (const month of months)
      if (isToRelease(month))
        await release(tx, month, { how: 'paid_in_full', reason: null, by: null }, options)
      else if (month.isReleased) await settleHolds(tx, month)
  })
}

async function settleHolds(tx: Context, month: Month): Promise<void> {
  const missing = missingOf(month)
  const before = month.held.reduce((sum, { amount }) => sum + amount, 0)
  const others =
    before < missing
      ? await selectToHold(tx.db, month, { missing: missing - before, by: amountsOf(month) })
      : []
  const { hold, letGo } = planHolds(missing, month.held, others)
  if (hold.length + letGo.length === 0) return
  const at = tx.clock()
  const held = await insertUnpaidHolds(tx.db, month, hold, { reason: unpaidReason, by: null, at })
  const freed = await endUnpaidHolds(tx.db, letGo, { reason: paidReason, at })
  await tellHeldOrders(tx, 'hold_set', held)
  await tellHeldOrders(tx, 'hold_lifted', freed)
  const { marketplace, month: name, currency } = month
  await recordAudit(tx, {
    action: 'month.settle',
    subject: `${name} ${marketplace}`,
    details: {
      ...{ marketplace, month: name, currency, missing: toUnits(missing, currency) },
      ...{ held: hold.length, let_go: letGo.length },
    },
  })
}

type Why = { how: 'paid_in_full' | 'orders_held' | 'platform'; reason: string | null; by: string | null }

/** Releases a month; without an admin if it is released automatically. Throws `conflict` if it is released already. */
export async function release(
  tx: Context,
  { marketplace, month, currency, reported, received }: Month,
  { how, reason, by }: Why,
  options: Options,
): Promise<{ released_on: string }> {
  const released_on = reportDay(tx, options)
  const isNew = await releaseMonth(tx, {
    ...{ marketplace, earning_month: `${month}-01`, released_on, how, reason },
    ...{ released_by: by, by_itself: by === null },
    ...{ currency, reported_cents: reported, received_cents: received, released_at: tx.clock() },
  })
  if (!isNew) throw new AppError('conflict', 'This month has been released already.')
  if (how !== 'platform') await tellAmazonPaid(tx, { marketplace, month })
  const sums = { currency, reported: toUnits(reported, currency), received: toUnits(received, currency) }
  const details = { marketplace, month, how, by_itself: by === null, ...sums, ...(reason && { reason }) }
  await recordAudit(tx, { action: 'month.release', subject: `${month} ${marketplace}`, details })
  return { released_on }
}
