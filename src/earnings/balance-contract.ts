import { z } from 'zod'
import { instant, month } from '../shared/schemas.ts'

/** US dollars, exact to the cent. */
const usd = z.number()

/** A creator's balance, and its held part (docs/product/ledger.md#balances). */
export const balance = z.object({
  posted: usd,
  pending: usd,
  paid: usd,
  held: usd,
  available: usd,
  /** Why something is held, the latest first. */
  holds: z.array(
    z.object({
      of: z.enum(['everything', 'order', 'month']),
      order_item_id: z.string().nullable(),
      marketplace: z.string().nullable(),
      month: month.nullable(),
      reason: z.string(),
      since: instant,
    }),
  ),
  /**
   * When pending earnings become posted: by day, then by the month that Amazon has to pay for, then those under
   * review.
   */
  coming: z.array(
    z.object({
      /** The day on which it is posted; null while the day is unknown. */
      on: z.iso.date().nullable(),
      /** The month of a marketplace that Amazon has to pay for first. */
      month: month.nullable(),
      marketplace: z.string().nullable(),
      amount: usd,
    }),
  ),
})
export type HeldBalance = z.output<typeof balance>
