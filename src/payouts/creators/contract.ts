import { z } from 'zod'
import { ledgerOrder } from '../../earnings/contract.ts'
import { defineContract } from '../../shared/contract.ts'
import { id, instant, page, text } from '../../shared/schemas.ts'
import { former } from '../former-contract.ts'
import { notDueReasons, outlook, payoutLine } from '../runs/contract.ts'

/** US dollars, exact to the cent. */
const usd = z.number()
const cursor = z.string().max(200).optional()
/** By username or, once the account is gone, by its number, such as `#12`. */
const ofCreator = z.object({ username: text(30).min(1) })

/** A creator's balance (docs/product/ledger.md#balances). */
const creatorMoney = z.object({
  creator: z.object({ payee_id: id, username: z.string() }),
  /** First and last name. */
  name: z.string(),
  posted: usd,
  pending: usd,
  paid: usd,
  held: usd,
  available: usd,
})
export type CreatorMoney = z.output<typeof creatorMoney>

/** The balance of a deleted account, and who has claimed it (docs/product/payouts.md#leaving-with-money). */
const deletedAccount = z.object({
  payee_id: id,
  former,
  posted: usd,
  pending: usd,
  paid: usd,
  held: usd,
  available: usd,
  /** Null if nothing can be claimed: no address was proven, nothing was owed, or three years have passed. */
  claim: z
    .object({
      left_at: instant,
      /** Null while nobody has claimed it. */
      claimed_at: instant.nullable(),
      /** When it goes to the person who has claimed it. */
      moves_from: instant.nullable(),
      /** Null once that account is gone, too. */
      username: z.string().nullable(),
    })
    .nullable(),
})

/** The money of creators, for admins (docs/product/admin.md#creators). */
export const creatorsContract = defineContract({
  'GET /api/v1/admin/creators': {
    summary:
      'Creators who have ever earned something, or everybody with a part of a name, with what they have, by username, 50 a page',
    access: 'admin',
    query: z.object({ q: text(100).optional(), cursor }),
    response: page(creatorMoney),
  },
  'GET /api/v1/admin/deleted-accounts': {
    summary:
      'Deleted accounts that ever earned something, with what is left, the newest account first, 50 a page',
    access: 'admin',
    query: z.object({ cursor }),
    response: page(deletedAccount),
  },
  'GET /api/v1/admin/balances/:username': {
    summary: 'A creator’s balance: posted, pending, paid, held and available, and why they are not due',
    access: 'admin',
    params: ofCreator,
    response: creatorMoney.extend({
      creator: z.object({ payee_id: id, username: z.string().nullable(), former }),
      /** The minimum that is paid out. */
      minimum: usd,
      /** Null for a creator who is due. */
      why_not_due: z.enum(notDueReasons).nullable(),
      /** What the creator reads of it. */
      next: outlook,
    }),
  },
  'GET /api/v1/admin/creators/:username/orders': {
    summary: 'A creator’s ledger by orders, each with its rows, the newest order first, 50 a page',
    access: 'admin',
    params: ofCreator,
    query: z.object({ cursor }),
    response: page(ledgerOrder),
  },
  'GET /api/v1/admin/creators/:username/payouts': {
    summary: 'The payouts of a creator, the newest first, 50 a page',
    access: 'admin',
    params: ofCreator,
    query: z.object({ cursor }),
    response: page(payoutLine.extend({ run_id: id })),
  },
})
