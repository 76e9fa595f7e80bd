import { z } from 'zod'
import { reason } from '../../audit/contract.ts'
import { isCurrency, ratePattern } from '../../shared/amazon/currencies.ts'
import { defineContract } from '../../shared/contract.ts'
import { instant, month, text } from '../../shared/schemas.ts'

const rate = z.object({
  /** Dollars for one unit, as an exact decimal. */
  usd_per_unit: z.string(),
  source: z.string(),
  /** Why it superseded the one before; null of a first one. */
  reason: z.string().nullable(),
  set_by: z.string().nullable(),
  set_at: instant,
})

/** A currency in an earning month: its orders' sum, and the rates that were set for it. */
const ratedMonth = z.object({
  month,
  currency: z.string(),
  orders: z.int(),
  /** How many of them wait for a rate: those with purchases in this month, while it has none. */
  waiting: z.int(),
  /** The worth of these orders, in whole units of the currency. */
  commission: z.number(),
  /** The rate in force, then those that it superseded; none while orders wait. */
  rates: z.array(rate),
})
export type RatedMonth = z.output<typeof ratedMonth>

const rates = z.object({
  items: z.array(ratedMonth),
  /** How many orders wait for a rate, of whatever months. */
  waiting: z.int(),
})

/** The examples of rates that are new or far from the last, as shown in `confirmation_required`. */
const confirmed = z.array(z.string().max(100)).max(50).optional()

const currencyCode = z
  .string()
  .refine(
    (code) => isCurrency(code) && code !== 'USD',
    'Use the code of a marketplace’s currency, such as GBP.',
  )

/** The rates that convert other currencies to dollars (docs/product/ledger.md#rates). */
export const ratesContract = defineContract({
  'GET /api/v1/admin/rates': {
    summary:
      'Months with orders in other currencies than dollars, and their rates; the newest first, 500 at most',
    access: 'admin',
    response: rates,
  },
  'PUT /api/v1/admin/rates/:month/:currency': {
    summary:
      'Set the dollars for one unit of a currency in a month. A first rate, and one that is 5 % off the last, has to be confirmed; another than the present one needs a reason',
    access: 'admin',
    asksAgain: true,
    second: 'own_while_another',
    params: z.object({ month, currency: currencyCode }),
    body: z.object({
      usd_per_unit: z.string().trim().regex(ratePattern, 'Enter dollars for one unit, such as 1.3125.'),
      source: text(300).min(1, 'Say where you read it.'),
      reason: reason.optional(),
      confirmed,
    }),
    response: rates,
  },
  'PUT /api/v1/admin/rates/:month': {
    summary:
      'Set the rates of a month to its means by the European Central Bank’s CSV of daily reference rates, of each currency that is in it. Confirmed like single ones',
    access: 'admin',
    asksAgain: true,
    second: 'own_while_another',
    params: z.object({ month }),
    body: z.object({ csv: z.string().min(1).max(900_000), reason: reason.optional(), confirmed }),
    response: rates,
  },
})
