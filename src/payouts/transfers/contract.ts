import { z } from 'zod'
import { reason } from '../../audit/contract.ts'
import { defineContract } from '../../shared/contract.ts'
import { id, instant, marketplaceCode, month, text } from '../../shared/schemas.ts'
import { monthStanding } from '../releases/contract.ts'

/** US dollars, exact to the cent. */
const usd = z.number()
/** In whole units of the currency beside it: pounds, yen. */
const units = z.number()
const year = z.coerce.number().int().min(2000).max(2999)

export const lineKinds = ['commissions', 'bounty', 'deduction'] as const

const line = z.object({
  kind: z.enum(lineKinds),
  /** The month that it is for; null for the platform's. */
  month: month.nullable(),
  /** Which orders a deduction is for. */
  order_item_ids: z.array(z.string()),
  amount: units,
  usd,
})
export type TransferLine = z.output<typeof line>

const transfer = z.object({
  id,
  marketplace: z.string(),
  currency: z.string(),
  /** The sum of its lines. */
  amount: units,
  usd,
  received_on: z.iso.date(),
  reference: z.string(),
  lines: z.array(line),
  /** The admin's username; null once the account is gone. */
  recorded_by: z.string().nullable(),
  recorded_at: instant,
  /** Since then it no longer counts. */
  reversed: z.object({ at: instant, by: z.string().nullable(), reason: z.string() }).nullable(),
})
export type Transfer = z.output<typeof transfer>

/** A month of a marketplace: its earnings by reports, against Amazon's payments for it. */
const reconciled = z.object({
  marketplace: z.string(),
  month,
  /** The currency of all fields below: the marketplace's, or dollars if some of it was read as dollars. */
  currency: z.string(),
  /** The commissions of its shipped orders by the present reports: the sum of the next three. */
  reported: units,
  of_creators: units,
  of_nobody: units,
  /** The sum of orders that an admin has to decide on first. */
  under_review: units,
  /** The lines of transfers in force. */
  received: units,
  /** Received less reported: below zero Amazon has paid less. */
  difference: units,
  /** Only a month that is over can be released. */
  is_over: z.boolean(),
  ...monthStanding.shape,
})
export type ReconciledMonth = z.output<typeof reconciled>

const amount = z.number().min(-1e10).max(1e10)
const orderIds = z.array(text(100).min(1)).max(1_000)

/** Amazon's payments, for admins (docs/product/payouts.md#receipts). */
export const receiptsContract = defineContract({
  'GET /api/v1/admin/receipts': {
    summary:
      'What Amazon paid for each month of a year, beside what was reported, the newest month first; and the transfers of that year and those that pay for its months, the newest first',
    access: 'admin',
    query: z.object({ year: year.optional() }),
    response: z.object({ year: z.int(), items: z.array(reconciled), transfers: z.array(transfer) }),
  },
  'POST /api/v1/admin/receipts': {
    summary:
      'Record a transfer of Amazon’s with its lines, which come to its amount. A month that was not over, has no orders or is before the first one, and dollars far from the rate, have to be confirmed',
    access: 'admin',
    asksAgain: true,
    second: 'none',
    creates: true,
    body: z.object({
      marketplace: marketplaceCode,
      received_on: z.iso.date(),
      reference: text(100).min(1, 'Please enter a reference'),
      /** In the marketplace's currency. */
      amount: amount.positive('Please enter an amount'),
      /** The dollars received for it, for a marketplace that does not pay in dollars. */
      usd: amount.positive('Please enter an amount').optional(),
      lines: z
        .array(
          z.discriminatedUnion('kind', [
            z.object({ kind: z.literal('commissions'), month, amount }),
            z.object({ kind: z.literal('bounty'), amount: amount.positive('Please enter an amount') }),
            z.object({
              kind: z.literal('deduction'),
              amount: amount.negative('A deduction is below zero.'),
              /** The month it is taken from; without one it is the platform's. */
              order_item_ids: orderIds.default([]),
            }),
          ]),
        )
        .min(1, 'Say what it was for.')
        .max(50),
      /** The confirmed questions, by the ids in `confirmation_required`. */
      confirmed: z.array(z.string().max(100)).max(100).optional(),
    }),
    response: transfer,
    status: 201,
  },
  'POST /api/v1/admin/receipts/:id/reverse': {
    summary: 'Reverse a receipt that was recorded by mistake; it stays in the list',
    access: 'admin',
    asksAgain: true,
    second: 'none',
    params: z.object({ id }),
    body: z.object({ reason }),
    response: transfer,
  },
})
