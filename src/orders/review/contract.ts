import { z } from 'zod'
import { reason } from '../../audit/contract.ts'
import { matchRules, orderTransactionTypes, ownAmount, reviewReasons } from '../../earnings/contract.ts'
import { confidences } from '../../shared/attribution.ts'
import { defineContract } from '../../shared/contract.ts'
import { id, instant, month, storable, text } from '../../shared/schemas.ts'
import { uuidPattern } from '../../shared/uuid.ts'
import { orderStatus } from '../contract.ts'
import { flagNote } from '../flags/contract.ts'
import { duplicateChoice } from '../imports/contract.ts'
import { whoseReturn } from './whose-return/contract.ts'

const [usd, day] = [z.number(), z.iso.date()]

export const orderStates = [
  'all',
  'waiting',
  'high',
  'medium',
  'manual',
  'unknown',
  'with_ledger',
  'under_review',
  'evidence_disagrees',
  'returns_waiting',
  'returns_asked',
  'withdrawn',
] as const
export type OrderState = (typeof orderStates)[number]

/**
 * Why an admin has to decide: rows that cannot be paired (accepting the report answers it), or a reason of the match.
 */
export const reviewKinds = ['restated_ambiguously', ...reviewReasons] as const
export type ReviewKind = (typeof reviewKinds)[number]

export const creator = z.object({
  payee_id: id,
  /** Null once the account is deleted. */
  username: z.string().nullable(),
})

/** An order in lists. */
export const order = z.object({
  order_item_id: z.string(),
  marketplace: z.string(),
  /** The currency of its amounts, which are in whole units of it. */
  currency: z.string(),
  order_date: day,
  asin: z.string(),
  product_title: z.string(),
  quantity: z.int(),
  commission: usd,
  order_status: orderStatus,
  /** Null until it has been matched. */
  match: z
    .object({
      confidence: z.enum(confidences),
      rule: z.enum(matchRules),
      creator: creator.nullable(),
      product_id: id.nullable(),
      short_link_id: z.string().nullable(),
      /** An admin's note for other admins, or the matcher's reason in a sentence. */
      reason: z.string(),
      /** The note to its creator by the admin who assigned it. */
      note_to_creator: z.string().nullable(),
      /** An admin decided: the matcher leaves it alone. */
      is_decided: z.boolean(),
      /** Why an admin has to decide before any of it is payable; null if nobody has to. */
      review: z.enum(reviewReasons).nullable(),
      /** The order's date is not over, or nothing was matched since: the next matching decides again. */
      is_provisional: z.boolean(),
      version: z.int(),
    })
    .nullable(),
  has_ledger: z.boolean(),
  /** The present evidence names another creator, or nobody: an admin decides. */
  evidence_disagrees: z.boolean(),
  /** All reasons for its review; empty if no decision is needed. */
  under_review: z.array(z.enum(reviewKinds)),
  /** The part of a return that has found no purchase yet. It is taken when one comes. */
  waiting_return: usd,
})
export type AdminOrder = z.output<typeof order>

const side = z.object({
  creator,
  /** Visits that are evidence, without the creator's own. */
  views: z.int(),
  presses: z.int(),
  own_visits: z.int(),
  /** The highest number of one UTC day: digests of networks differ from day to day. */
  networks: z.int(),
  visitors: z.int(),
  first_at: instant.nullable(),
  last_at: instant.nullable(),
  /** The unusual figures of the creator's presses. No amount depends on them. */
  flags: z.array(flagNote),
})

const orderDetail = order.extend({
  ordered_at: instant.nullable(),
  sub_tag: z.string().nullable(),
  tracking_id: z.string().nullable(),
  /** As a fraction: 0.04 is 4%. */
  commission_rate: z.number().nullable(),
  /** The matcher's evidence: clicks in the window, their creators, and which one won. */
  evidence: z.record(z.string(), z.unknown()),
  /** The evidence for each claimant, the latest visit first, if several claim it or it may be an own purchase. */
  sides: z.array(
    side.extend({
      product_id: id,
      short_link_id: z.string().nullable(),
      /** The last 48 hours that had visits. */
      hours: z.array(z.object({ hour: instant, visits: z.int() })),
    }),
  ),
  /** If the present evidence names another creator than the match, or nobody: that creator, and why. */
  disagreement: z
    .object({
      creator: creator.nullable(),
      confidence: z.enum(confidences),
      product_id: id.nullable(),
      short_link_id: z.string().nullable(),
      reason: z.string(),
      evidence: z.record(z.string(), z.unknown()),
      found_at: instant,
    })
    .nullable(),
  matched_by: z.string().nullable(),
  matched_at: instant.nullable(),
  /** Every report that had it; the one that counts comes first. */
  observations: z.array(
    z.object({
      import_id: id,
      file_name: z.string().nullable(),
      line: z.int(),
      report_as_of: instant,
      order_status: z.string(),
      quantity: z.int(),
      commission: usd,
      currency: z.string(),
      counts: z.boolean(),
      is_undone: z.boolean(),
    }),
  ),
  /** What this return took, and from which purchases; for a waiting return, what it has found. */
  takes_from: z.array(z.object({ order_item_id: z.string(), day, commission: usd })),
  /**
   * What came back of it: returns of Fee-Earnings with what each took of the order; or the rows in Folio's CSV of the
   * order itself, with their pieces and amounts.
   */
  returns: z.array(
    z.object({
      order_item_id: z.string().nullable(),
      day,
      pieces: z.int().nullable(),
      commission: usd.nullable(),
      told_by: z.object({ import_id: id, file_name: z.string().nullable() }).nullable(),
    }),
  ),
  /** For a return that an admin is or was asked about. */
  whose_return: whoseReturn.nullable(),
  /** The decisions on it and on likely duplicates of the other format; the first twenty (decision 42). */
  duplicates: z.array(
    z.object({
      /** The order in Folio’s CSV. */
      order_item_id: z.string(),
      /** The row of Fee-Earnings. */
      fee_item_id: z.string(),
      choice: duplicateChoice,
      /** Null if it is no longer in any paying report. */
      order_date: day.nullable(),
      shipped_on: day.nullable(),
      commission: usd.nullable(),
      /** Why the choice can no longer be changed; null if it can. */
      settled: z.string().nullable(),
      decided_by: z.string().nullable(),
      decided_at: instant,
    }),
  ),
  hold: z.object({ id, reason: z.string(), set_at: instant }).nullable(),
  /** The month for which it is held because Amazon has not paid. */
  unpaid_months: z.array(z.object({ marketplace: z.string(), month })),
  entries: z.array(
    z.object({
      id,
      creator,
      transaction_type: z.enum(orderTransactionTypes),
      gross_commission: usd,
      platform_fee_amount: usd,
      user_amount: usd,
      own: ownAmount.nullable(),
      status: z.enum(['posted', 'pending']),
      under_review: z.enum(reviewReasons).nullable(),
      available_on: day,
      posted_on: day.nullable(),
      created_at: instant,
    }),
  ),
})
export type AdminOrderDetail = z.output<typeof orderDetail>

const claimant = creator.extend({ avatar_url: z.string().nullable() })

const worth = z.object({ orders: z.int().positive(), commission: usd })

const reviewGroup = z.object({
  marketplace: z.string().regex(/^[a-z]{2}$/),
  asin: z.string().regex(/^[A-Z0-9]{10}$/),
  /** The month of the orders' days. */
  month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/),
})

const disagreementGroup = worth.extend({
  currency: z.string(),
  import_id: id,
  file_name: z.string().nullable(),
  /**
   * The creator that the evidence names (null for nobody), why in a sentence, and how many creators have the orders
   * now.
   */
  creator: creator.nullable(),
  claim: z.string(),
  creators: z.int(),
  first_day: day,
  last_day: day,
})
const decidedTogether = z.object({ decided: z.int(), left: z.int() })

/** At most 200 characters, each of which may be two code units. */
const orderParams = z.object({ id: z.string().min(1).max(400).refine(storable, 'This cannot be an order.') })

/** Calls for admins: an order, and decisions on orders (decision 26). */
export const adminOrdersContract = defineContract({
  'GET /api/v1/admin/orders/:id': {
    summary: 'An order with its evidence, its rows in reports, and its ledger rows',
    access: 'admin',
    params: orderParams,
    response: orderDetail,
  },
  'PUT /api/v1/admin/orders/:id/match': {
    summary: 'Assign an order by hand',
    access: 'admin',
    asksAgain: true,
    second: 'own_or_much',
    params: orderParams,
    body: z.object({
      /** A short-link id, product id or the address of a product's page. */
      product_ref: text(2048).min(1, 'Please name a product or short link'),
      reason,
      /** Shown to the creator beside the order's ledger rows. They never see the reason. */
      note_to_creator: text(500).nullish(),
      /** The version of the match that the admin saw; null if there was none. */
      version: z.int().nullable(),
    }),
    response: orderDetail,
  },
  'DELETE /api/v1/admin/orders/:id/match': {
    summary:
      'Undo a match by hand: the evidence decides again. An order whose match was automatic belongs to nobody until an admin assigns it',
    access: 'admin',
    asksAgain: true,
    second: 'own_or_much',
    params: orderParams,
    body: z.object({ reason, version: z.int().nullable() }),
    response: orderDetail,
  },
  'POST /api/v1/admin/orders/:id/accept': {
    summary:
      'Accept what the newest report says of an order that is under review: the next calculation posts it',
    access: 'admin',
    asksAgain: true,
    second: 'own',
    params: orderParams,
    body: z.object({ reason }),
    response: orderDetail,
  },
  'POST /api/v1/admin/orders/:id/decision': {
    summary:
      'Decide an order that is under review, or whose evidence disagrees: it belongs to one of its claimants, or to nobody',
    access: 'admin',
    asksAgain: true,
    second: 'own_or_much',
    params: orderParams,
    body: z.object({ payee_id: id.nullable(), reason, version: z.int() }),
    response: orderDetail,
  },
  'PUT /api/v1/admin/orders/:id/purchase': {
    summary:
      'Say which purchase a return is of, where it could be of several creators’; null where nobody can know, and the platform bears it',
    access: 'admin',
    asksAgain: true,
    second: 'own',
    params: orderParams,
    body: z.object({ purchase_id: orderParams.shape.id.nullable(), reason }),
    response: orderDetail,
  },
  'PUT /api/v1/admin/orders/:id/duplicate': {
    summary:
      'Change whether an order of the app’s own CSV and a row of Fee-Earnings are the same sale, paid once, or two sales; `id` is either of them',
    access: 'admin',
    asksAgain: true,
    second: 'own',
    params: orderParams,
    body: z.object({ duplicate_id: orderParams.shape.id, choice: duplicateChoice, reason }),
    response: orderDetail,
  },
  'GET /api/v1/admin/reviews': {
    summary: 'Orders under review by ASIN, claimants and month, the highest commission first, at most 100',
    access: 'admin',
    response: z.object({
      items: z.array(
        reviewGroup.extend({
          reason: z.enum(reviewReasons),
          claimants: z.array(claimant),
          product_title: z.string(),
          orders: z.int(),
          commission: usd,
          currency: z.string(),
        }),
      ),
    }),
  },
  'GET /api/v1/admin/reviews/evidence': {
    summary:
      'The evidence for each claimant of the orders of an ASIN, a month and the same claimants, each visit counted once',
    access: 'admin',
    query: reviewGroup.extend({
      review: z.enum(reviewReasons),
      /** Their ids, separated by commas. */
      claimants: z.string().regex(new RegExp(`^${uuidPattern}(,${uuidPattern}){0,99}$`)),
    }),
    response: worth.extend({
      orders: z.int(),
      sides: z.array(
        side.extend({
          /** How many hours of the clock had visits. */
          hours: z.int(),
        }),
      ),
    }),
  },
  'POST /api/v1/admin/reviews/decision': {
    summary:
      'Decide all orders of an ASIN, a month and the same claimants alike, 500 a call; `left` are still under review',
    access: 'admin',
    asksAgain: true,
    second: 'own_or_much',
    body: reviewGroup.extend({
      review: z.enum(reviewReasons),
      claimants: z.array(id).min(1).max(100),
      payee_id: id.nullable(),
      reason,
      /** How many orders the admin saw, and their commission. If either has changed, nothing is decided. */
      expected: worth,
    }),
    response: decidedTogether,
  },
  'GET /api/v1/admin/disagreements': {
    summary:
      'Orders whose evidence disagrees by report, claim and reason, the highest commission first; 100 at most',
    access: 'admin',
    response: z.object({ items: z.array(disagreementGroup) }),
  },
  'POST /api/v1/admin/disagreements/decision': {
    summary:
      'Decide all orders of a group alike, 500 a call: each stays as it is, or becomes what the evidence says',
    access: 'admin',
    asksAgain: true,
    second: 'own_or_much',
    body: z.object({
      import_id: id,
      payee_id: id.nullable(),
      claim: text(500),
      choice: z.enum(['keep', 'change']),
      reason,
      expected: worth,
    }),
    response: decidedTogether,
  },
})
