import { recordAudit } from '../../audit/index.ts'
import { reportDay } from '../../earnings/index.ts'
import { type Context, inTransaction, requireAdmin } from '../../platform/context.ts'
import { AppError } from '../../shared/errors.ts'
import { centsToUsd } from '../../shared/money.ts'
import type { Moves } from './contract.ts'
import { queueMisplaced, selectMoves } from './sql.ts'

type Options = { reportTimeZone: string }

/** The unposted orders that move to the month of their shipment (docs/product/payouts.md#months-of-before). */
export async function listMoves(context: Context, options: Options): Promise<Moves> {
  requireAdmin(context)
  const { orders, moves } = await selectMoves(context.db, reportDay(context, options))
  return {
    orders,
    items: moves.map(({ marketplace, from_month, to_month, orders, cents }) => ({
      ...{ marketplace, from: from_month, to: to_month, orders },
      amount: centsToUsd(cents),
    })),
  }
}

/**
 * Lets the next calculation move them. `orders` is how many the admin saw: throws `conflict` if they have changed by
 * now.
 */
export async function moveOrders(
  context: Context,
  { orders }: { orders: number },
  options: Options,
): Promise<{ orders: number }> {
  requireAdmin(context)
  return inTransaction(context, async (tx) => {
    const queued = await queueMisplaced(tx.db, reportDay(tx, options))
    if (queued !== orders)
      throw new AppError('conflict', 'The orders have changed since you looked. Please look at them again.')
    await recordAudit(tx, { action: 'months.move', subject: 'orders', details: { orders } })
    return { orders }
  })
}
