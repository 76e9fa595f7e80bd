import { z } from 'zod'
import { reason } from '../../audit/contract.ts'
import { defineContract } from '../../shared/contract.ts'
import { isWholeCents } from '../../shared/money.ts'
import { id, page } from '../../shared/schemas.ts'
import { payoutLine } from '../runs/contract.ts'

/** Providers' reports that contradict a payout (docs/product/payouts.md#attention). */
export const attentionContract = defineContract({
  'GET /api/v1/admin/payout-runs/:id/attention': {
    summary: 'The payouts of a run that the provider reports differently, 50 a page',
    access: 'admin',
    params: z.object({ id }),
    query: z.object({ cursor: z.string().max(200).optional() }),
    response: page(payoutLine),
  },
  'POST /api/v1/admin/payout-lines/:id/answer': {
    summary: 'Record how much of a payout was paid, if the provider reports something else than we do',
    access: 'admin',
    asksAgain: true,
    second: 'own',
    params: z.object({ id }),
    body: z.object({
      /** In total, in dollars. */
      paid: z
        .number()
        .min(0, 'Please enter an amount')
        .max(100_000_000)
        .multipleOf(0.01, { error: 'Use whole cents.', abort: true })
        .refine(isWholeCents, 'Use whole cents.'),
      /** Where the admin saw it. */
      note: reason,
      /** The open question as the admin saw it; a conflict if it has changed. */
      seen: z.array(id).max(1_000),
      /** How many answers there were before. */
      answers: z.int().min(0),
    }),
    response: payoutLine,
  },
})
