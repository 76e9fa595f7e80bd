import { z } from 'zod'
import { month } from '../shared/schemas.ts'

/** US dollars, exact to the cent. */
const usd = z.number()
const count = z.int().nonnegative()

/** A month that a page of the history has something of, with all that is in it (docs/product/earnings.md#months). */
const historyMonth = z.object({ month, user_amount: usd })

export const orderMonth = historyMonth.extend({ orders: count })
export type OrderMonth = z.output<typeof orderMonth>

/** Payouts are no earnings: `paid` is what was paid out in it, less what came back. */
export const entryMonth = historyMonth.extend({ entries: count, paid: usd })
export type EntryMonth = z.output<typeof entryMonth>
