import type { z } from 'zod'
import { type MatchRule, matchRules } from '../../earnings/contract.ts'
import { centsToUsd } from '../../shared/money.ts'
import type { TrackingIdRow } from '../tracking-ids/sql.ts'
import type { AdminOrder, AdminOrderDetail, adminOrdersContract, TrackingId } from './contract.ts'
import type { OrderRow } from './order-sql.ts'
import type { OrderDetailRow, selectEntries, selectObservations } from './orders-sql.ts'

type Answer<Key extends keyof typeof adminOrdersContract> = z.input<
  (typeof adminOrdersContract)[Key]['response']
>
export type PresentedOrder = Answer<'GET /api/v1/admin/orders'>['items'][number]
export type PresentedDetail = Answer<'GET /api/v1/admin/orders/:id'>
export type PresentedTrackingId = Answer<'POST /api/v1/admin/tracking-ids'>

/** An order in a list. */
export const presentOrder = (row: OrderRow): PresentedOrder => ({
  order_item_id: row.order_item_id,
  marketplace: row.marketplace,
  order_date: row.order_date,
  asin: row.asin,
  product_title: row.product_title,
  quantity: row.quantity,
  commission: centsToUsd(row.commission_cents),
  order_status: row.is_withdrawn ? 'withdrawn' : (row.order_status as AdminOrder['order_status']),
  match: presentMatch(row),
  has_ledger: row.has_ledger,
})

const presentMatch = (row: OrderRow): PresentedOrder['match'] =>
  row.confidence === null
    ? null
    : {
        confidence: row.confidence as NonNullable<AdminOrder['match']>['confidence'],
        rule: ruleOf(row),
        creator: row.payee_id === null ? null : { payee_id: row.payee_id, username: row.username },
        product_id: row.product_id,
        short_link_id: row.short_link_id,
        reason: row.reason ?? '',
        is_held: row.is_held === true,
        version: row.version ?? 0,
      }

const ruleOf = ({ rule }: OrderRow): MatchRule => matchRules.find((known) => known === rule) ?? 'none'

type Observation = Awaited<ReturnType<typeof selectObservations>>[number]
type Entry = Awaited<ReturnType<typeof selectEntries>>[number]

/** An order with all that is known of it. `today` is the day by which ledger rows are posted or pending. */
export const presentDetail = (
  row: OrderDetailRow,
  { observations, entries, today }: { observations: Observation[]; entries: Entry[]; today: string },
): PresentedDetail => ({
  ...presentOrder(row),
  ordered_at: row.ordered_at?.toISOString() ?? null,
  sub_tag: row.sub_tag,
  tracking_id: row.tracking_id,
  commission_rate: row.commission_rate_bps === null ? null : row.commission_rate_bps / 10_000,
  evidence: row.evidence ?? {},
  matched_by: row.matched_by,
  matched_at: row.matched_at?.toISOString() ?? null,
  observations: observations.map(presentObservation),
  entries: entries.map((entry) => presentEntry(entry, today)),
})

const presentObservation = (row: Observation): PresentedDetail['observations'][number] => ({
  import_id: row.batch_id,
  file_name: row.file_name,
  line: row.line,
  report_as_of: row.report_as_of.toISOString(),
  order_status: row.order_status,
  quantity: row.quantity,
  commission: centsToUsd(row.commission_cents),
  counts: row.counts,
  is_undone: row.undone_at !== null,
})

const presentEntry = (row: Entry, today: string): PresentedDetail['entries'][number] => ({
  id: row.id,
  creator: { payee_id: row.payee_id, username: row.username },
  transaction_type: row.transaction_type as AdminOrderDetail['entries'][number]['transaction_type'],
  gross_commission: centsToUsd(row.gross_commission_cents),
  platform_fee_amount: centsToUsd(row.platform_fee_cents),
  user_amount: centsToUsd(row.user_amount_cents),
  status: row.available_on <= today ? 'posted' : 'pending',
  available_on: row.available_on,
  created_at: row.created_at.toISOString(),
})

export const presentTrackingId = (row: TrackingIdRow): TrackingId => ({
  id: row.id,
  tag: row.tag,
  marketplace: row.marketplace,
  creator: { payee_id: row.payee_id, username: row.username },
  valid_from: row.valid_from,
  valid_to: row.valid_to,
  note: row.note,
})
