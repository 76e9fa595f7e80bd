import type { z } from 'zod'
import { oneAtATime, recordAudit } from '../../audit/index.ts'
import { holdPairs, releasePairs, reportDay } from '../../earnings/index.ts'
import { type Context, requireAdmin } from '../../platform/context.ts'
import { whereBroken } from '../../platform/database/errors.ts'
import { AppError, accountDeleted, invalid, notFound } from '../../shared/errors.ts'
import { rematchOrders } from '../matching/service.ts'
import type { assigningContract } from './assigning-contract.ts'
import {
  type CurrentMatch,
  type Decision,
  type LockedOrder,
  lockOrder,
  queueForMatching,
  queueForPosting,
  selectCreditedProduct,
  selectMatch,
  selectProductOfLink,
  writeMatch,
} from './assignment-sql.ts'
import type { adminOrdersContract } from './contract.ts'
import { movesOf } from './moves.ts'
import { findOrder, type ReviewSettings, type SerializedDetail } from './orders.ts'
import { selectDisagreement } from './orders-sql.ts'
import { productRefOf } from './rules.ts'

type Body<Key extends `${'PUT' | 'DELETE'} /api/v1/admin/orders/:id/match`> = z.output<
  (typeof adminOrdersContract)[Key]['body']
>
type Assignment = Body<'PUT /api/v1/admin/orders/:id/match'>
type Assignments = z.output<(typeof assigningContract)['PUT /api/v1/admin/order-matches']['body']>
type Undoing = Body<'DELETE /api/v1/admin/orders/:id/match'>

/**
 * Credits an order to a product by hand, even to a deleted one; the matcher leaves it alone from then on
 * (docs/product/matching.md#by-hand). The next calculation adjusts the posted rows. The same assignment by the same
 * admin again changes nothing, so that a request whose answer was lost may be repeated. Throws `not_found`,
 * `version_mismatch` when the match is not the one that the admin saw, `conflict` for a withdrawn order,
 * `validation_failed` for an unknown product, and `second_admin_needed` if one admin may not do it alone.
 */
export async function assignOrder(
  context: Context,
  settings: ReviewSettings,
  id: string,
  { product_ref, reason, note_to_creator, version }: Assignment,
): Promise<SerializedDetail> {
  requireAdmin(context)
  await oneAtATime(context, async (tx) => {
    const product = await findCreditedProduct(tx, settings, product_ref)
    const credit = { product, reason, note: note_to_creator || null }
    const isNew = await assignOne(tx, settings, { id, version }, credit)
    if (!isNew) return
    await rematchOrders(tx, settings, [id])
    await settleReviewHold(tx, settings, id)
  })
  return findOrder(context, settings, id)
}

/**
 * Credits several orders to one product by hand: all of them, or none if one cannot be credited. Throws like {@link
 * assignOrder}; the error names the order.
 */
export async function assignOrders(
  context: Context,
  settings: ReviewSettings,
  { orders, product_ref, reason, note_to_creator }: Assignments,
): Promise<{ assigned: number }> {
  requireAdmin(context)
  // Sorted by id, as in every transaction that locks several orders, so that two never wait for each other.
  const sorted = [...new Map(orders.map((order) => [order.order_item_id, order])).values()].sort((a, b) =>
    a.order_item_id < b.order_item_id ? -1 : 1,
  )
  await oneAtATime(context, async (tx) => {
    const product = await findCreditedProduct(tx, settings, product_ref)
    const changed: string[] = []
    for (const { order_item_id: id, version } of sorted) {
      const credit = { product, reason, note: note_to_creator || null }
      const isNew = await assignOne(tx, settings, { id, version }, credit).catch((error: unknown) => {
        throw naming(error, id)
      })
      if (isNew) changed.push(id)
    }
    await rematchOrders(tx, settings, changed)
    for (const id of changed) await settleReviewHold(tx, settings, id)
  })
  return { assigned: sorted.length }
}

/** Adds the order's id to an error of one of several orders. */
const naming = (error: unknown, id: string) =>
  error instanceof AppError && error.code !== 'second_admin_needed'
    ? new AppError(error.code, `${error.message} (${id})`, { order_item_id: id })
    : error

type Credit = { product: Credited; reason: string; note: string | null }
type Credited = Awaited<ReturnType<typeof findCreditedProduct>>

/**
 * Writes one assignment; the caller matches the order afterwards. Returns false if the same admin has already made
 * it.
 */
async function assignOne(
  tx: Context,
  { aloneCents }: ReviewSettings,
  { id, version }: { id: string; version: number | null },
  { product, reason, note }: Credit,
): Promise<boolean> {
  const { userId } = requireAdmin(tx)
  const { order, match } = await lockStandingOrder(tx, id)
  const credited = {
    payee_id: product.payee_id,
    product_id: product.id,
    short_link_id: product.short_link_id,
  }
  const isAsked =
    match?.confidence === 'manual' &&
    match.product_id === product.id &&
    match.short_link_id === product.short_link_id &&
    match.reason === reason &&
    match.note_to_creator === note &&
    match.matched_by === userId &&
    !(await isNews(tx, id, match, version))
  if (isAsked) return false
  requireVersion(match, version)
  const disagreement = await selectDisagreement(tx.db, id)
  await decide(tx, {
    ...decisionOn(tx, order, reason),
    ...credited,
    confidence: 'manual',
    is_decided: true,
    note_to_creator: note,
    evidence: { rule: 'manual', product_id: product.id, short_link_id: product.short_link_id },
  })
  await queueForPosting(tx.db, id)
  const after = { confidence: 'manual', ...credited }
  const details = { reason, note_to_creator: note, before: summaryOf(match), after }
  const of = movesOf(order, { before: match, after: { ...credited, evidence: {} }, disagreement })
  await recordAudit(tx, { action: 'order.assign', subject: id, details, moves: { of, aloneCents } })
  return true
}

/**
 * Undoes an admin's decision on an order: it is matched at once by its evidence, as if nobody had decided. An order
 * whose match was automatic belongs to nobody until an admin decides again (decision 26). Throws like {@link
 * assignOrder}, and `conflict` for an order that has not been matched yet.
 */
export async function unassignOrder(
  context: Context,
  settings: ReviewSettings,
  id: string,
  { reason, version }: Undoing,
): Promise<SerializedDetail> {
  requireAdmin(context)
  await oneAtATime(context, async (tx) => {
    const { order, match } = await lockStandingOrder(tx, id)
    requireVersion(match, version)
    if (!match) throw new AppError('conflict', 'This order has not been matched yet.')
    const disagreement = await selectDisagreement(tx.db, id)
    await decide(tx, { ...creditedToNobody(tx, order, reason), is_decided: !match.is_decided })
    await rematchOrders(tx, settings, [id])
    await queueForPosting(tx.db, id)
    await settleReviewHold(tx, settings, id)
    const after = await selectMatch(tx.db, id)
    const details = { reason, before: summaryOf(match), after: summaryOf(after) }
    const moves = {
      of: movesOf(order, { before: match, after, disagreement }),
      aloneCents: settings.aloneCents,
    }
    await recordAudit(tx, { action: 'order.unassign', subject: id, details, moves })
  })
  return findOrder(context, settings, id)
}

/**
 * Applies a decision to rows that are posted already: they are payable from today on, or get a review hold while the
 * order is under review. Rows of another payee keep theirs until the next calculation takes them back.
 */
export async function settleReviewHold(
  tx: Context,
  settings: ReviewSettings,
  orderItemId: string,
): Promise<void> {
  const match = await selectMatch(tx.db, orderItemId)
  if (!match?.payee_id) return
  const pair = { orderItemId, payeeId: match.payee_id }
  const when = { at: tx.clock(), today: reportDay(tx, settings) }
  if (match.review === null) await releasePairs(tx.db, [pair], when)
  else await holdPairs(tx.db, [{ ...pair, reason: match.review }], when)
}

/**
 * Writes an admin's decision over the order's match. The caller has the order matched in the same transaction: for an
 * order without a match the evidence is stored with the decision, and evidence that disagrees with what the admin
 * could see is listed.
 */
export async function decide(tx: Context, decision: Decision): Promise<void> {
  await whereBroken({ order_matches_matched_by_fkey: accountDeleted }, writeMatch(tx.db, decision))
  await queueForMatching(tx.db, decision)
}

export const decisionOn = (tx: Context, { order_item_id, order_date }: LockedOrder, reason: string) => ({
  order_item_id,
  order_date,
  reason,
  review: null,
  // An admin's decision is final at once.
  is_provisional: false,
  matched_by: requireAdmin(tx).userId,
  matched_at: tx.clock(),
})

export const creditedToNobody = (tx: Context, order: LockedOrder, reason: string) => ({
  ...decisionOn(tx, order, reason),
  confidence: 'unknown',
  payee_id: null,
  product_id: null,
  short_link_id: null,
  note_to_creator: null,
  evidence: { rule: 'none' },
})

/**
 * Whether an order's disagreement is news to the admin who decided it before. Naming the present version shows that
 * they have seen it.
 */
export const isNews = async ({ db }: Context, id: string, match: CurrentMatch, version: number | null) =>
  match.version === version && (await selectDisagreement(db, id)) !== undefined

/**
 * The order and its match, locked until the transaction ends. Throws `not_found`, and `conflict` for a withdrawn
 * order.
 */
export async function lockStandingOrder(
  { db }: Context,
  id: string,
): Promise<{ order: LockedOrder; match: CurrentMatch | undefined }> {
  const order = await lockOrder(db, id)
  if (!order) throw notFound('Order')
  if (order.is_withdrawn)
    throw new AppError(
      'conflict',
      'This order is no longer in any report: those that had it were undone or replaced. It pays nobody.',
    )
  return { order, match: await selectMatch(db, id) }
}

export function requireVersion(match: CurrentMatch | undefined, version: number | null): void {
  const present = match?.version ?? null
  if (present !== version)
    throw new AppError('version_mismatch', 'This order was matched again after you opened it.', {
      version: present,
    })
}

/** The product that a text names, deleted or not. Throws `validation_failed` for a text that names none. */
export async function findCreditedProduct({ db }: Context, { ownHost }: ReviewSettings, text: string) {
  const ref = productRefOf(text, ownHost)
  if (!ref)
    throw invalid('product_ref', 'Name a product by its short link, its id or the address of its page.')
  const isLink = ref.kind === 'short_link'
  const product = isLink ? await selectProductOfLink(db, ref.id) : await selectCreditedProduct(db, ref.id)
  if (!product) throw invalid('product_ref', `There is no product with this ${isLink ? 'short link' : 'id'}.`)
  return product
}

/** What the audit log stores about a match: nothing that names a person. */
export const summaryOf = (match: CurrentMatch | undefined) =>
  match
    ? {
        confidence: match.confidence,
        payee_id: match.payee_id,
        product_id: match.product_id,
        short_link_id: match.short_link_id,
      }
    : null
