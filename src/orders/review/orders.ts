import type { z } from 'zod'
import { type MatchRule, matchRules } from '../../earnings/contract.ts'
import { reportDay, serializePosted } from '../../earnings/index.ts'
import { type Context, requireAdmin } from '../../platform/context.ts'
import { toUnits } from '../../shared/amazon/currencies.ts'
import { notFound } from '../../shared/errors.ts'
import { whySettled } from '../imports/formats/duplicate-rules.ts'
import { type DecidedDuplicateRow, selectDecidedDuplicates } from '../imports/formats/duplicate-sql.ts'
import { selectSides } from './contested-sql.ts'
import type { AdminOrder, adminOrdersContract, order } from './contract.ts'
import {
  type Disagreement,
  type OrderDetailRow,
  type OrderRow,
  selectDisagreement,
  selectEntries,
  selectObservations,
  selectOrder,
} from './orders-sql.ts'
import { type CsvReturnRow, selectCsvReturns, selectCsvTakings, selectTakings } from './returns-sql.ts'
import { findWhoseReturn } from './whose-return/reading.ts'

export type ReviewSettings = {
  reportTimeZone: string
  /** The host of this installation. Addresses of other hosts name no product. */
  ownHost?: string
  /** How much one admin may move alone for a creator in 30 days. */
  aloneCents: number
}

/** An order with its evidence, its reports, and its ledger rows. Admins only. Throws `not_found`. */
export async function findOrder(
  context: Context,
  settings: ReviewSettings,
  id: string,
): Promise<SerializedDetail> {
  requireAdmin(context)
  const row = await selectOrder(context.db, id)
  if (!row) throw notFound('Order')
  const observations = await selectObservations(context.db, id)
  const entries = await selectEntries(context.db, id)
  const disagreement = await selectDisagreement(context.db, id)
  const isContested = row.review !== null || Array.isArray(row.evidence?.sides) || disagreement !== undefined
  const sides = isContested ? await selectSides(context.db, id, settings.reportTimeZone) : []
  const returns = await findReturns(context, row)
  const duplicates = await selectDecidedDuplicates(context.db, id)
  const whoseReturn = row.format === 'fee_earnings' ? await findWhoseReturn(context, row) : null
  return serializeDetail(row, {
    observations,
    entries,
    sides,
    returns,
    duplicates,
    whoseReturn,
    disagreement,
    today: reportDay(context, settings),
  })
}

type Returns = Pick<SerializedDetail, 'takes_from' | 'returns'>

/** The purchases that an order took from as a return, and the returns that took from it. */
async function findReturns(
  { db }: Context,
  { order_item_id: id, currency }: OrderDetailRow,
): Promise<Returns> {
  const takings = [...(await selectTakings(db, id)), ...(await selectCsvTakings(db, id))]
  const csvReturns = await selectCsvReturns(db, id)
  return {
    takes_from: takings
      .filter(({ back_id }) => back_id === id)
      .map(({ bought_id, bought_day, cents }) => ({
        order_item_id: bought_id,
        day: bought_day,
        commission: toUnits(cents, currency),
      })),
    returns: [
      ...csvReturns.map((back) => serializeCsvReturn(back, currency)),
      ...takings
        .filter(({ bought_id }) => bought_id === id)
        .map(({ back_id, back_day, cents }) => ({
          order_item_id: back_id,
          day: back_day,
          pieces: null,
          commission: toUnits(cents, currency),
          told_by: null,
        })),
    ],
  }
}

const serializeCsvReturn = (
  { day, pieces, cents, ...told_by }: CsvReturnRow,
  currency: string,
): Returns['returns'][number] => ({
  order_item_id: null,
  day,
  pieces,
  commission: cents === 0 ? null : toUnits(cents, currency),
  told_by,
})

export type Answer<Key extends keyof typeof adminOrdersContract> = z.input<
  (typeof adminOrdersContract)[Key]['response']
>
export type SerializedOrder = z.input<typeof order>
export type SerializedDetail = Answer<'GET /api/v1/admin/orders/:id'>

/** An order in a list. */
export const serializeOrder = (row: OrderRow): SerializedOrder => ({
  order_item_id: row.order_item_id,
  marketplace: row.marketplace,
  currency: row.currency,
  order_date: row.order_date,
  asin: row.asin,
  product_title: row.product_title,
  quantity: row.quantity,
  commission: toUnits(row.commission_cents, row.currency),
  order_status: row.is_withdrawn ? 'withdrawn' : (row.order_status as AdminOrder['order_status']),
  match: serializeMatch(row),
  has_ledger: row.has_ledger,
  evidence_disagrees: row.evidence_disagrees,
  waiting_return: toUnits(row.waiting_return_cents, row.currency),
  under_review: [row.review_reason, row.is_withdrawn ? null : row.review].filter((kind) => kind !== null),
})

const serializeMatch = (row: OrderRow): SerializedOrder['match'] =>
  row.confidence === null
    ? null
    : {
        confidence: row.confidence as NonNullable<AdminOrder['match']>['confidence'],
        rule: ruleOf(row),
        creator: row.payee_id === null ? null : { payee_id: row.payee_id, username: row.username },
        product_id: row.product_id,
        short_link_id: row.short_link_id,
        reason: row.reason ?? '',
        note_to_creator: row.note_to_creator,
        is_decided: row.is_decided === true,
        review: row.review,
        is_provisional: row.is_provisional === true,
        version: row.version ?? 0,
      }

const ruleOf = ({ rule }: OrderRow): MatchRule => matchRules.find((known) => known === rule) ?? 'none'

type Observation = Awaited<ReturnType<typeof selectObservations>>[number]
type Side = Awaited<ReturnType<typeof selectSides>>[number]
type Entry = Awaited<ReturnType<typeof selectEntries>>[number]

/** An order with all details. `today` is the day by which its ledger rows are posted or pending. */
const serializeDetail = (
  row: OrderDetailRow,
  {
    observations,
    entries,
    sides,
    returns,
    duplicates,
    whoseReturn,
    disagreement,
    today,
  }: {
    observations: Observation[]
    entries: Entry[]
    sides: Side[]
    returns: Returns
    duplicates: DecidedDuplicateRow[]
    whoseReturn: SerializedDetail['whose_return']
    disagreement: Disagreement | undefined
    today: string
  },
): SerializedDetail => ({
  ...serializeOrder(row),
  ordered_at: row.ordered_at?.toISOString() ?? null,
  sub_tag: row.sub_tag,
  tracking_id: row.tracking_id,
  commission_rate: row.commission_rate_bps === null ? null : row.commission_rate_bps / 10_000,
  evidence: row.evidence ?? {},
  sides: sides.map(serializeSide),
  ...returns,
  duplicates: duplicates.map((duplicate) => serializeDecidedDuplicate(duplicate, row.currency)),
  whose_return: whoseReturn,
  disagreement: disagreement ? serializeDisagreement(disagreement) : null,
  matched_by: row.matched_by,
  matched_at: row.matched_at?.toISOString() ?? null,
  hold: serializeHold(row),
  unpaid_months: row.unpaid_months,
  observations: observations.map(serializeObservation),
  entries: entries.map((entry) => serializeEntry(entry, today)),
})

const serializeHold = ({ hold_id: id, hold_reason: reason, hold_set_at: at }: OrderDetailRow) =>
  id === null || reason === null || at === null ? null : { id, reason, set_at: at.toISOString() }

const serializeObservation = (row: Observation): SerializedDetail['observations'][number] => ({
  import_id: row.batch_id,
  file_name: row.file_name,
  line: row.line,
  report_as_of: row.report_as_of.toISOString(),
  order_status: row.order_status,
  quantity: row.quantity,
  commission: toUnits(row.commission_cents, row.currency),
  currency: row.currency,
  counts: row.counts,
  is_undone: row.undone_at !== null,
})

const serializeSide = ({
  payee_id,
  username,
  first_at,
  last_at,
  ...row
}: Side): SerializedDetail['sides'][number] => ({
  ...row,
  creator: { payee_id, username },
  first_at: first_at?.toISOString() ?? null,
  last_at: last_at?.toISOString() ?? null,
})

const serializeDisagreement = ({
  payee_id,
  username,
  confidence,
  evidence,
  found_at,
  ...claim
}: Disagreement): SerializedDetail['disagreement'] => ({
  ...claim,
  creator: payee_id === null ? null : { payee_id, username },
  confidence: confidence as NonNullable<AdminOrder['match']>['confidence'],
  evidence: evidence as Record<string, unknown>,
  found_at: found_at.toISOString(),
})

const serializeDecidedDuplicate = (
  duplicate: DecidedDuplicateRow,
  currency: string,
): SerializedDetail['duplicates'][number] => ({
  order_item_id: duplicate.folio_item_id,
  fee_item_id: duplicate.fee_item_id,
  choice: duplicate.is_same_sale ? 'same_sale' : 'two_sales',
  order_date: duplicate.order?.day ?? null,
  shipped_on: duplicate.row?.day ?? null,
  commission: duplicate.row ? toUnits(duplicate.row.cents, currency) : null,
  settled: whySettled(duplicate),
  decided_by: duplicate.decided_by,
  decided_at: duplicate.decided_at.toISOString(),
})

const serializeEntry = (row: Entry, today: string): SerializedDetail['entries'][number] => ({
  ...serializePosted(row, today),
  creator: { payee_id: row.payee_id, username: row.username },
})
