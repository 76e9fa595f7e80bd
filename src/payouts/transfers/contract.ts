import { z } from 'zod'
import { reason } from '../../audit/contract.ts'
import { defineContract } from '../../shared/contract.ts'
import { isWholeCents } from '../../shared/money.ts'
import { id, instant, marketplaceCode, month, text } from '../../shared/schemas.ts'
import { monthStanding } from '../releases/contract.ts'

/** US dollars, exact to the cent. */
const usd = z.number()
const year = z.coerce.number().int().min(2000).max(2999)

const receipt = z.object({
  id,
  marketplace: z.string(),
  month,
  amount: usd,
  received_on: z.iso.date(),
  reference: z.string(),
  /** The admin's username; null once the account is gone. */
  recorded_by: z.string().nullable(),
  recorded_at: instant,
  /** It no longer counts since then. */
  reversed: z.object({ at: instant, by: z.string().nullable(), reason: z.string() }).nullable(),
})
export type Receipt = z.output<typeof receipt>

/** A month of a marketplace: what reports say that it earned, against what Amazon has paid for it. */
const reconciled = z.object({
  marketplace: z.string(),
  month,
  /** The commissions of its orders that are shipped, as reports say now: the sum of the next three. */
  reported: usd,
  of_creators: usd,
  of_nobody: usd,
  /** Of orders of which an admin has to decide first. */
  under_review: usd,
  /** The receipts that stand. */
  received: usd,
  /** Received less reported: below zero Amazon has paid less. */
  difference: usd,
  /** Only such a month has receipts and can be released. */
  is_over: z.boolean(),
  ...monthStanding.shape,
  /** Reversed ones too, the newest first. */
  receipts: z.array(receipt),
})
export type ReconciledMonth = z.output<typeof reconciled>

/** What Amazon has paid, for admins (docs/product/payouts.md#receipts). */
export const receiptsContract = defineContract({
  'GET /api/v1/admin/receipts': {
    summary: 'What Amazon paid for each month of a year, beside what was reported, the newest month first',
    access: 'admin',
    query: z.object({ year: year.optional() }),
    response: z.object({ year: z.int(), items: z.array(reconciled) }),
  },
  'POST /api/v1/admin/receipts': {
    summary: 'Record what Amazon paid for a month of a marketplace',
    access: 'admin',
    asksAgain: true,
    second: 'none',
    creates: true,
    body: z.object({
      marketplace: marketplaceCode,
      month,
      amount: z
        .number()
        .positive('Please enter an amount')
        .max(100_000_000)
        .multipleOf(0.01, { error: 'Use whole cents.', abort: true })
        .refine(isWholeCents, 'Use whole cents.'),
      received_on: z.iso.date(),
      reference: text(100).min(1, 'Please enter a reference'),
    }),
    response: receipt,
    status: 201,
  },
  'POST /api/v1/admin/receipts/:id/reverse': {
    summary: 'Reverse a receipt that was recorded by mistake; it stays in the list',
    access: 'admin',
    asksAgain: true,
    second: 'none',
    params: z.object({ id }),
    body: z.object({ reason }),
    response: receipt,
  },
})
