import { z } from 'zod'
import { reason } from '../../audit/contract.ts'
import { defineContract } from '../../shared/contract.ts'
import { isWholeCents } from '../../shared/money.ts'
import { id } from '../../shared/schemas.ts'
import { former } from '../former-contract.ts'

/** The debt in dollars as the admin saw it: another sum is a conflict. */
const owed = z
  .number()
  .positive()
  .max(100_000_000)
  .multipleOf(0.01, { error: 'Use whole cents.', abort: true })
  .refine(isWholeCents, 'Use whole cents.')
const ofPayee = z.object({ id })

/** Debts of people who have left, and who owes them now (docs/product/payouts.md#leaving-with-a-debt). */
export const debtsContract = defineContract({
  'GET /api/v1/admin/payees/:id/debts': {
    summary: 'The debts of people who have left and were paid at this creator’s account',
    access: 'admin',
    params: ofPayee,
    response: z.object({ items: z.array(z.object({ payee_id: id, former, amount: z.number() })) }),
  },
  'POST /api/v1/admin/payees/:id/debts': {
    summary: 'Decide whether a creator owes the debt of a person who left and was paid at the same account',
    access: 'admin',
    asksAgain: true,
    second: 'own_or_much',
    params: ofPayee,
    body: z.object({
      /** The payee who has left. */
      former_id: id,
      /** Whether it is the creator's debt; if not, nobody is asked about these two again. */
      is_theirs: z.boolean(),
      amount: owed,
      reason,
    }),
    response: z.object({ moved: z.number() }),
  },
  'POST /api/v1/admin/payees/:id/write-off': {
    summary: 'Have the platform bear the debt of a person who left 90 days ago',
    access: 'admin',
    asksAgain: true,
    second: 'own_or_much',
    params: ofPayee,
    body: z.object({ amount: owed, reason }),
    response: z.object({ id, amount: z.number() }),
    status: 201,
  },
})
