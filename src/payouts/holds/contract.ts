import { z } from 'zod'
import { reason } from '../../audit/contract.ts'
import { defineContract } from '../../shared/contract.ts'
import { id, instant, marketplaceCode, month, page, text } from '../../shared/schemas.ts'
import { former } from '../former-contract.ts'

/** The username is null once the account is gone; then `former` names it. */
const creator = z.object({ payee_id: id, username: z.string().nullable(), former })

const hold = z.object({
  id,
  /** Exactly one of these three is set. */
  creator: creator.nullable(),
  order_item_id: z.string().nullable(),
  /** The order's product, and the creators who have earned by it. */
  order: z.object({ product_title: z.string(), creators: z.array(creator) }).nullable(),
  month: z.object({ marketplace: z.string(), month }).nullable(),
  /**
   * The month with which Amazon has not paid for the order: the hold covers only that, and ends by itself once Amazon
   * has.
   */
  unpaid: z.object({ marketplace: z.string(), month }).nullable(),
  /** Creators read it. */
  reason: z.string(),
  /** Null also if no admin set it. */
  set_by: z.string().nullable(),
  set_at: instant,
  ended: z
    .object({
      at: instant,
      by: z.string().nullable(),
      reason: z.string(),
      /** The part that the platform bears, in dollars. */
      borne: z.object({ amount: z.number(), currency: z.string() }).nullable(),
    })
    .nullable(),
})
export type Hold = z.output<typeof hold>

/** Holds of payouts, for admins (docs/product/payouts.md#holds). */
export const holdsContract = defineContract({
  'GET /api/v1/admin/holds': {
    summary:
      'What is held, or was held, the newest first, 50 a page; all of it, or what concerns a creator or a month',
    access: 'admin',
    query: z.object({
      state: z.enum(['standing', 'ended']).optional(),
      /** Holds of this creator, of their orders, and of their months. */
      username: text(30).optional(),
      /** Holds of this month, and of its orders; in all marketplaces, or in one. */
      month: month.optional(),
      marketplace: marketplaceCode.optional(),
      cursor: z.string().max(200).optional(),
    }),
    response: page(hold),
  },
  'POST /api/v1/admin/holds': {
    summary: 'Hold the payouts of a creator, an order, or a month of a marketplace',
    access: 'admin',
    asksAgain: true,
    second: 'none',
    body: z.object({
      of: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('creator'), username: text(30).min(1, 'Please name a creator') }),
        z.object({ kind: z.literal('order'), order_item_id: text(100).min(1, 'Please name an order') }),
        z.object({ kind: z.literal('month'), marketplace: marketplaceCode, month }),
      ]),
      reason,
    }),
    response: hold,
    status: 201,
  },
  'POST /api/v1/admin/holds/:id/end': {
    summary:
      'End a hold; it stays in the list. One of what the caller is paid, a month too, waits for a second admin',
    access: 'admin',
    asksAgain: true,
    second: 'own',
    params: z.object({ id }),
    body: z.object({ reason }),
    response: hold,
  },
})
