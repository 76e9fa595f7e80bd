import { z } from 'zod'
import { defineContract } from '../../shared/contract.ts'
import { month } from '../../shared/schemas.ts'

const moves = z.object({
  /** How many orders move. */
  orders: z.int(),
  items: z.array(
    z.object({
      marketplace: z.string(),
      from: month,
      to: month,
      orders: z.int(),
      /** Their commissions in US dollars. */
      amount: z.number(),
    }),
  ),
})
export type Moves = z.output<typeof moves>

/**
 * Orders whose rows name another month than the one in which they were shipped
 * (docs/product/payouts.md#months-of-before).
 */
export const movesContract = defineContract({
  'GET /api/v1/admin/months/moves': {
    summary: 'The unposted orders that move to the month in which they were shipped',
    access: 'admin',
    response: moves,
  },
  'POST /api/v1/admin/months/moves': {
    summary: 'Let the next calculation move these orders; refused if they are not the ones that you saw',
    access: 'admin',
    asksAgain: true,
    second: 'none',
    body: z.object({ orders: z.int().min(1) }),
    response: z.object({ orders: z.int() }),
  },
})
