import { z } from 'zod'
import { reason } from '../../audit/contract.ts'
import { defineContract } from '../../shared/contract.ts'
import { isWholeCents } from '../../shared/money.ts'
import { id, instant, page, text } from '../../shared/schemas.ts'
import { former } from '../former-contract.ts'

/** US dollars, exact to the cent. */
const usd = z.number()

/** The username is null once the account is gone; then `former` names it. */
const creator = z.object({ payee_id: id, username: z.string().nullable(), former })

const adjustment = z.object({
  id,
  creator,
  /** Added to the balance; if below zero, subtracted from it. */
  amount: usd,
  /** The creator reads it too. */
  reason: z.string(),
  made_at: instant,
})
export type Adjustment = z.output<typeof adjustment>

/** Adjustments by hand, for admins (docs/product/payouts.md#adjustments-by-hand). */
export const adjustmentsContract = defineContract({
  'GET /api/v1/admin/adjustments': {
    summary:
      'What admins added to balances or took from them, of all creators or one, the newest first, 50 a page',
    access: 'admin',
    query: z.object({ username: text(30).optional(), cursor: z.string().max(200).optional() }),
    response: page(adjustment),
  },
  'POST /api/v1/admin/adjustments': {
    summary: 'Add to a creator’s balance or take from it, with a reason that they read',
    access: 'admin',
    asksAgain: true,
    second: 'own_or_much',
    creates: true,
    body: z.object({
      username: text(30).min(1, 'Please name a creator'),
      amount: z
        .number()
        .min(-1_000_000)
        .max(1_000_000)
        .multipleOf(0.01, { error: 'Use whole cents.', abort: true })
        .refine(isWholeCents, 'Use whole cents.')
        .refine((usd) => usd !== 0, 'Please enter an amount other than zero'),
      reason,
    }),
    response: adjustment,
    status: 201,
  },
})
