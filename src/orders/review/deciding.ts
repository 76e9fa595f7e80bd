import type { z } from 'zod'
import { oneAtATime, recordAudit } from '../../audit/index.ts'
import { type Context, requireAdmin } from '../../platform/context.ts'
import { toUnits } from '../../shared/amazon/currencies.ts'
import { AppError, invalid, notFound } from '../../shared/errors.ts'
import { rematchOrders } from '../matching/service.ts'
import {
  creditedToNobody,
  decide,
  decisionOn,
  isNews,
  lockStandingOrder,
  requireVersion,
  settleReviewHold,
  summaryOf,
} from './assignment.ts'
import { type CurrentMatch, queueForPosting, selectCreditedProduct, selectMatch } from './assignment-sql.ts'
import { selectReviewed, selectReviews, selectSummedSides } from './contested-sql.ts'
import type { adminOrdersContract } from './contract.ts'
import { movesOf } from './moves.ts'
import { findOrder, type ReviewSettings, type SerializedDetail } from './orders.ts'
import { selectDisagreement } from './orders-sql.ts'

type Contract = typeof adminOrdersContract
type One = z.output<Contract['POST /api/v1/admin/orders/:id/decision']['body']>
type Group = z.output<Contract['POST /api/v1/admin/reviews/decision']['body']>
type Evidence = Contract['GET /api/v1/admin/reviews/evidence']

/** How many groups are listed, and how many orders of a group one call decides. */
export const maxGroups = 100
export const maxOrders = 500

/** Orders under review, grouped by ASIN, claimants and month; the highest commission first. Admins only. */
export async function listReviews(
  context: Context,
): Promise<z.input<Contract['GET /api/v1/admin/reviews']['response']>> {
  requireAdmin(context)
  const groups = await selectReviews(context.db, maxGroups)
  return {
    items: groups.map(({ commission_cents, reason, ...group }) => ({
      ...group,
      reason: reason as Group['review'],
      commission: toUnits(commission_cents, group.currency),
    })),
  }
}

/**
 * Decides an order that is under review, or whose evidence disagrees: it belongs to one of its claimants, or to nobody.
 * The matcher leaves it alone from then on (decision 34). The same decision by the same admin again changes nothing.
 * Throws `not_found`, `version_mismatch`, `conflict` if no decision is needed, and `validation_failed` for a creator
 * who does not claim it.
 */
export async function decideOrder(
  context: Context,
  settings: ReviewSettings,
  id: string,
  { payee_id, reason, version }: One,
): Promise<SerializedDetail> {
  const { userId } = requireAdmin(context)
  await oneAtATime(context, async (tx) => {
    const match = await selectMatch(tx.db, id)
    const isDone =
      match?.is_decided === true &&
      match.matched_by === userId &&
      match.payee_id === payee_id &&
      match.reason === reason &&
      !(await isNews(tx, id, match, version))
    if (isDone) return
    await decideOne(tx, settings, id, { payee_id, reason }, (match) => requireVersion(match, version))
    await rematchOrders(tx, settings, [id])
  })
  return findOrder(context, settings, id)
}

/** The evidence for each claimant of a group, summed over its orders (the first 500). */
export async function findReviewEvidence(
  context: Context,
  { reportTimeZone }: ReviewSettings,
  { review, claimants, ...group }: z.output<Evidence['query']>,
): Promise<z.input<Evidence['response']>> {
  requireAdmin(context)
  const asked = { ...group, reason: review, claimants: claimants.split(',') }
  const orders = await selectReviewed(context.db, asked)
  const ids = orders.slice(0, maxOrders).map(({ id }) => id)
  const sides = await selectSummedSides(context.db, ids, reportTimeZone)
  return {
    ...worthOf(orders),
    sides: sides.map(({ payee_id, username, first_at, last_at, ...side }) => ({
      ...side,
      creator: { payee_id, username },
      first_at: first_at?.toISOString() ?? null,
      last_at: last_at?.toISOString() ?? null,
    })),
  }
}

/**
 * Decides all orders of a group alike, 500 a call: the whole call or nothing. `left` is how many are still under
 * review. Throws `conflict` if the group is not the one that the admin saw: orders came or went, or another admin
 * decided some.
 */
export async function decideGroup(
  context: Context,
  settings: ReviewSettings,
  { payee_id, reason, review, expected, ...group }: Group,
): Promise<{ decided: number; left: number }> {
  requireAdmin(context)
  if (payee_id !== null && !group.claimants.includes(payee_id))
    throw invalid('payee_id', 'Name one of those who claim these orders, or nobody.')
  return oneAtATime(context, async (tx) => {
    const orders = await selectReviewed(tx.db, { ...group, reason: review })
    const now = worthOf(orders)
    if (now.orders !== expected.orders || now.commission !== expected.commission) throw changedGroup(now)
    const deciding = orders.slice(0, maxOrders)
    for (const { id } of deciding) await decideOne(tx, settings, id, { payee_id, reason })
    await rematchOrders(
      tx,
      settings,
      deciding.map(({ id }) => id),
    )
    return { decided: deciding.length, left: orders.length - deciding.length }
  })
}

/** The number of orders of a group, which are of one marketplace, and their commission. */
export const worthOf = (orders: { cents: number; currency: string }[]) => ({
  orders: orders.length,
  commission: toUnits(
    orders.reduce((sum, { cents }) => sum + cents, 0),
    orders[0]?.currency ?? 'USD',
  ),
})

/** The error for a group that has changed since the admin saw it, with its present state. */
export const changedGroup = (now: ReturnType<typeof worthOf>) =>
  new AppError('conflict', 'These orders changed after you opened them. Nothing has been decided.', now)

/**
 * Decides an order in the caller's transaction. The caller has it matched afterwards. Throws like {@link
 * decideOrder}.
 */
export async function decideOne(
  tx: Context,
  settings: ReviewSettings,
  id: string,
  { payee_id, reason }: Pick<One, 'payee_id' | 'reason'>,
  check: (match: CurrentMatch | undefined) => void = () => {},
): Promise<void> {
  const { order, match } = await lockStandingOrder(tx, id)
  check(match)
  const disagreement = await selectDisagreement(tx.db, id)
  if (!match || (match.review === null && !disagreement))
    throw new AppError('conflict', 'This order is not under review.')
  const claim = disagreement && disagreement.payee_id === payee_id ? disagreement : match
  const evidence = evidenceOf(claim)
  if (payee_id === null) await decide(tx, { ...creditedToNobody(tx, order, reason), is_decided: true })
  else {
    const credited = await creditedBy(tx, claim, payee_id)
    const { click_kind, clicked_at, ...rest } = evidence
    await decide(tx, {
      ...decisionOn(tx, order, reason),
      ...credited,
      confidence: 'manual',
      is_decided: true,
      // The click belongs to the creator of the claim.
      evidence: {
        ...rest,
        ...(payee_id === claim.payee_id && { click_kind, clicked_at }),
        rule: 'manual',
        product_id: credited.product_id,
        short_link_id: credited.short_link_id,
      },
    })
  }
  await queueForPosting(tx.db, id)
  await settleReviewHold(tx, settings, id)
  const after = await selectMatch(tx.db, id)
  const disagreed = disagreement && { payee_id: disagreement.payee_id, evidence: disagreement.evidence }
  const details = {
    reason,
    review: match.review,
    before: summaryOf(match),
    after: summaryOf(after),
    evidence: match.evidence,
    ...(disagreed && { disagreed }),
  }
  const moves = {
    of: movesOf(order, { before: match, after, disagreement }),
    aloneCents: settings.aloneCents,
  }
  await recordAudit(tx, { action: 'order.decide', subject: id, details, moves })
}

type MatchEvidence = {
  sides?: { payee_id: string; product_id: string; networks: number }[]
  click_kind?: string
  clicked_at?: string
}
/** A creator's claim on an order: its match, or the one by all present evidence. */
type Claim = Pick<CurrentMatch, 'payee_id' | 'product_id' | 'short_link_id' | 'evidence'>

const evidenceOf = ({ evidence }: Claim): MatchEvidence => evidence as MatchEvidence

/**
 * The product that a claimant is credited with: the matched one, or the one that their clicks were on. Throws
 * `validation_failed` for a creator who does not claim the order.
 */
async function creditedBy({ db }: Context, claim: Claim, payeeId: string) {
  if (payeeId === claim.payee_id)
    return { payee_id: payeeId, product_id: claim.product_id, short_link_id: claim.short_link_id }
  const side = evidenceOf(claim).sides?.find((one) => one.payee_id === payeeId)
  if (!side) throw invalid('payee_id', 'Name one of those who claim this order, or nobody.')
  const product = await selectCreditedProduct(db, side.product_id)
  if (!product) throw notFound('Product')
  return { payee_id: payeeId, product_id: product.id, short_link_id: product.short_link_id }
}
