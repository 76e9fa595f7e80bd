import { z } from 'zod'
import { defineContract } from '../../shared/contract.ts'
import { instant } from '../../shared/schemas.ts'
import { payoutMethods } from '../details/contract.ts'

/** US dollars, exact to the cent. */
const usd = z.number()

const leaving = z.object({
  /** The unpaid balance: available, pending and held. */
  available: usd,
  pending: usd,
  held: usd,
  /** Whether the balance may be claimed later: it is above zero, and the address is proven. */
  is_claimable: z.boolean(),
  /** Where the last payout can go: the details that count now, with most of the account hidden. */
  last_payout: z.object({ method: z.enum(payoutMethods), account: z.string() }).nullable(),
})
export type Leaving = z.output<typeof leaving>

const claim = z.object({
  available: usd,
  pending: usd,
  left_at: instant,
  /** Null while nobody has claimed it. */
  claimed_at: instant.nullable(),
  /** When it moves to the claimant's balance. */
  moves_from: instant.nullable(),
})
export type Claim = z.output<typeof claim>
const claims = z.object({ items: z.array(claim) })

/** Balances of people who leave, and their claims (docs/product/payouts.md#leaving-with-money). */
export const leavingContract = defineContract({
  'GET /api/v1/me/leaving': {
    summary: 'The amount left unpaid if you deleted your account, and where a last payout can go',
    access: 'user',
    response: leaving,
  },
  'GET /api/v1/me/claims': {
    summary:
      'What is left of accounts that you deleted, by the same proven address, and what of it you have claimed',
    access: 'user',
    response: claims,
  },
  'POST /api/v1/me/claims': {
    summary: 'Claim the balances of accounts that you deleted, by the same proven address',
    access: 'user',
    response: claims,
  },
})
