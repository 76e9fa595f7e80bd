import { tell } from '../news/index.ts'
import type { Context } from '../platform/context.ts'
import { selectPeopleOf, selectPeopleOfMonth, selectPeopleOfOrders } from './telling-sql.ts'
import type { MonthOf } from './transfers/sql.ts'

type Change = 'hold_set' | 'hold_lifted'

/** Tells a creator that all their payouts are held, or no longer, in the transaction that does it. */
export async function tellHeldCreator(
  tx: Context,
  kind: Change,
  { holdId, payeeId }: { holdId: string; payeeId: string },
): Promise<void> {
  const people = await selectPeopleOf(tx.db, [payeeId])
  await tell(
    tx,
    people.map((userId) => ({ userId, kind, subject: holdId, detail: 'creator' })),
  )
}

/** Tells creators that a month of theirs is held, or no longer. */
export async function tellHeldMonth(
  tx: Context,
  kind: Change,
  { holdId, ...of }: MonthOf & { holdId: string },
): Promise<void> {
  const people = await selectPeopleOfMonth(tx.db, of)
  await tell(
    tx,
    people.map(({ userId }) => ({ userId, kind, subject: holdId, detail: of.month })),
  )
}

/** Tells creators how many of their orders are held, or no longer. */
export async function tellHeldOrders(tx: Context, kind: Change, orderIds: string[]): Promise<void> {
  if (orderIds.length === 0) return
  const people = await selectPeopleOfOrders(tx.db, orderIds)
  await tell(
    tx,
    people.map(({ userId, orders }) => ({ userId, kind, count: orders, detail: 'orders' })),
  )
}

/** Tells creators that Amazon has paid for a month in which they earned something, and how much of it is theirs. */
export async function tellAmazonPaid(tx: Context, of: MonthOf): Promise<void> {
  const people = await selectPeopleOfMonth(tx.db, of)
  await tell(
    tx,
    people.map(({ userId, cents }) => ({
      ...{ userId, kind: 'amazon_paid', amountCents: cents, detail: of.month },
    })),
  )
}
