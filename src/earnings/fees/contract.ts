import { z } from 'zod'
import { reason } from '../../audit/contract.ts'
import { defineContract } from '../../shared/contract.ts'
import { id, instant, page } from '../../shared/schemas.ts'

/** Hundredths of a percent. */
const bps = z.number().int('Use at most two decimal places.').min(0).max(10_000, 'Use at most 100 %.')
const from = z.iso.date('Please choose a day')
const username = z.string().nullable()

const fee = z.object({
  id,
  /** Whose fee it is; null for everybody's. The username is null once the account is gone. */
  creator: z.object({ payee_id: id, username }).nullable(),
  /** Null if a creator's own fee ends, and everybody's applies again. */
  fee_bps: bps.nullable(),
  /** Null for the first one, which always counted. */
  from: z.iso.date().nullable(),
  state: z.enum(['coming', 'counts', 'ended', 'taken_back']),
  reason: z.string().nullable(),
  set_by: username,
  set_at: instant,
})
export type Fee = z.output<typeof fee>

const change = { from, reason }

/** The platform's fee, and since which day (docs/product/ledger.md#the-fee). */
export const feesContract = defineContract({
  'GET /api/v1/me/fee': {
    summary: 'The platform’s fee on your commissions, now and in future',
    access: 'user',
    response: z.object({
      fee_bps: bps,
      /** Since when; null if it always was. */
      from: z.iso.date().nullable(),
      is_own: z.boolean(),
      /** Its coming changes, the nearest first. */
      coming: z.array(z.object({ fee_bps: bps, from: z.iso.date() })),
    }),
  },
  'GET /api/v1/admin/fees': {
    summary:
      'Fees of everybody, or of creators who have their own, also coming and past ones, the last set first, 50 a page',
    access: 'admin',
    query: z.object({
      of: z.enum(['everybody', 'creators']).default('everybody'),
      /** One creator's alone. */
      payee_id: id.optional(),
      cursor: z.string().max(200).optional(),
    }),
    response: page(fee),
  },
  'POST /api/v1/admin/fees': {
    summary: 'Set everybody’s fee from a day on, from tomorrow at the earliest',
    access: 'admin',
    asksAgain: true,
    second: 'own_while_another',
    creates: true,
    body: z.object({ fee_bps: bps, ...change }),
    response: fee,
    status: 201,
  },
  'POST /api/v1/admin/payees/:id/fees': {
    summary: 'Set a creator’s own fee from a day on, from tomorrow at the earliest, or end it',
    access: 'admin',
    asksAgain: true,
    second: 'own',
    creates: true,
    params: z.object({ id }),
    body: z.object({ fee_bps: bps.nullable(), ...change }),
    response: fee,
    status: 201,
  },
  'POST /api/v1/admin/fees/:id/take-back': {
    summary: 'Withdraw a fee that has not begun; it stays in the list',
    access: 'admin',
    asksAgain: true,
    second: 'own',
    params: z.object({ id }),
    body: z.object({ reason }),
    response: fee,
  },
})
