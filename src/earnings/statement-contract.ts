import { z } from 'zod'

/** US dollars, exact to the cent. */
const usd = z.number()

/** What the rows of a month come to (docs/product/earnings.md#statements). */
export const statementSums = z.object({
  commissions: usd,
  returns: usd,
  adjustments: usd,
  by_hand: usd,
  gross_commission: usd,
  platform_fee_amount: usd,
  /** What was earned: the rows that are not paid. */
  user_amount: usd,
  /** What was paid out, without what came back. */
  paid: usd,
  entries: z.int().nonnegative(),
})
