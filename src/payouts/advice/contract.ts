import { z } from 'zod'
import { attachedEntry } from '../../earnings/contract.ts'
import { defineContract } from '../../shared/contract.ts'
import { payoutStates } from '../../shared/payouts/states.ts'
import { id, instant } from '../../shared/schemas.ts'
import { payoutMethods } from '../details/contract.ts'
import { former } from '../former-contract.ts'

/** US dollars, exact to the cent. */
const usd = z.number()

const advice = z.object({
  number: z.int(),
  /** Its reference in the provider's file, such as `F12-3-K7QM`. */
  reference: z.string(),
  amount: usd,
  method: z.enum(payoutMethods),
  /** The account, most of it hidden, and its owner; null if they were encrypted with another key. */
  to: z.object({ account: z.string(), legal_name: z.string(), country: z.string() }).nullable(),
  creator: z.object({ payee_id: id, username: z.string().nullable(), former }),
  state: z.enum(payoutStates),
  state_at: instant,
  reason: z.string().nullable(),
  drafted_at: instant,
  /** How much was paid in total, if the provider had reported something else. */
  paid: usd.nullable(),
  /** The number of the payout before; null for the first one. */
  before: z.int().nullable(),
  /** For drafts that do not store which rows they cover: these are found by the time of the draft. */
  is_by_time: z.boolean(),
  /** The rest of rows that the payout before had covered. The amount is this plus all sums, less what was held. */
  left: usd,
  sums: z.object({
    /** Commissions before the fee. */
    sales: usd,
    /** Below zero. */
    returns: usd,
    /** Below zero. */
    fee: usd,
    by_hand: usd,
    /** Earlier payouts that came back, and amounts paid beyond them. */
    came_back: usd,
  }),
  held: usd,
  /** Up to 500, the newest first. */
  items: z.array(z.object({ entry: attachedEntry, amount: usd })),
  next_cursor: z.string().nullable(),
})
export type Advice = z.output<typeof advice>

const asked = { params: z.object({ id }), query: z.object({ cursor: z.string().max(200).optional() }) }

/** The remittance advice of a payout (docs/product/payouts.md#remittance-advice). */
export const adviceContract = defineContract({
  'GET /api/v1/me/payouts/:id/advice': {
    summary: 'The remittance advice of a payout of yours: its sums, deductions and rows, 500 a page',
    access: 'user',
    ...asked,
    response: advice,
  },
  'GET /api/v1/admin/payout-lines/:id/advice': {
    summary: 'The remittance advice of a payout, as its creator has it',
    access: 'admin',
    ...asked,
    response: advice,
  },
})
