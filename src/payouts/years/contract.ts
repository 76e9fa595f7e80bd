import { z } from 'zod'
import { defineContract } from '../../shared/contract.ts'

/** US dollars, exact to the cent. */
const usd = z.number()
const year = z.string().regex(/^2\d{3}$/, 'Use a year such as 2026.')

const paidYear = z.object({
  year,
  paid: usd,
  payments: z.int(),
  /** The sum of each quarter of the year. */
  quarters: z.array(usd).length(4),
})
export type PaidYear = z.output<typeof paidYear>
const allPaidYear = paidYear.extend({ creators: z.int() })
export type AllPaidYear = z.output<typeof allPaidYear>

/** What was paid out in a year (docs/product/payouts.md#totals-of-a-year). */
export const payoutYearsContract = defineContract({
  'GET /api/v1/me/payout-years': {
    summary: 'Your payouts in each year, by quarters, the newest year first',
    access: 'user',
    response: z.object({ items: z.array(paidYear) }),
  },
  'GET /api/v1/admin/payout-years': {
    summary: 'The payouts of all creators in each year, by quarters, the newest year first',
    access: 'admin',
    response: z.object({ items: z.array(allPaidYear) }),
  },
  'POST /api/v1/admin/payout-years/:year/fetch': {
    summary: 'A CSV of who was paid in a year: legal name, country, quarters and number of payments',
    access: 'admin',
    asksAgain: true,
    second: 'none',
    params: z.object({ year }),
    response: z.object({ name: z.string(), text: z.string() }),
  },
})
