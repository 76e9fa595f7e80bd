import type { z } from 'zod'
import { type Context, requireUser } from '../../platform/context.ts'
import { toUnits } from '../../shared/amazon/currencies.ts'
import { notFound } from '../../shared/errors.ts'
import { centsToUsd } from '../../shared/money.ts'
import { parseCursor, toPage } from '../../shared/paging.ts'
import { type AttachedEntry, type earningsContract, type LedgerWhy, matchRules } from '../contract.ts'
import { feeOn } from '../fees/rules.ts'
import { selectStandingFees } from '../fees/sql.ts'
import { readLedgerCursor, whyPosted } from './ledger-rules.ts'
import {
  type LedgerRow,
  selectEntriesByIds,
  selectEntryMonths,
  selectLedger,
  selectPair,
  selectPayeeOfRow,
  selectWhy,
} from './ledger-sql.ts'
import { monthsOfMoments } from './months/history-months.ts'
import {
  type LedgerOptions,
  reportDay,
  serializeEntry,
  serializeLedgerEntry,
  serializePosted,
  serializeWaiting,
} from './serialize.ts'

type LedgerPage = z.input<(typeof earningsContract)['GET /api/v1/me/ledger']['response']>

/** See docs/product/earnings.md#history. */
const pageSize = 50

/**
 * The caller's ledger, the newest row first, with the sums of the page's months. Throws `validation_failed` for an
 * invalid cursor.
 */
export async function listLedger(
  context: Context,
  { tz, cursor }: { tz: string; cursor?: string | undefined },
  options: LedgerOptions,
): Promise<LedgerPage> {
  const { userId } = requireUser(context)
  const today = reportDay(context, options)
  const before = parseCursor(cursor, readLedgerCursor)
  const rows = await selectLedger(context.db, userId, { before, limit: pageSize + 1 })
  const page = toPage(rows, {
    limit: pageSize,
    serialize: (row: LedgerRow) => serializeLedgerEntry(row, today),
    cursorOf: ({ sequence }) => String(sequence),
  })
  const written = page.items.map(({ created_at }) => new Date(created_at))
  const months = await selectEntryMonths(context.db, userId, monthsOfMoments(written, tz))
  return {
    ...page,
    months: months.map(({ cents, paid_cents, ...month }) => ({
      ...month,
      user_amount: centsToUsd(cents),
      paid: centsToUsd(paid_cents),
    })),
  }
}

/**
 * Why a row of the caller's ledger was posted (docs/product/earnings.md#why-this-amount). Throws `not_found` for
 * somebody else's row. If the order belongs to somebody else by now, the caller sees why it was theirs, and nothing
 * about the other creator.
 */
export async function explainLedgerEntry(
  context: Context,
  id: string,
  options: LedgerOptions,
): Promise<LedgerWhy> {
  const { userId } = requireUser(context)
  const row = await selectWhy(context.db, userId, id)
  if (!row) throw notFound('Ledger entry')
  const today = reportDay(context, options)
  const entry = serializeLedgerEntry(row, today)
  const chain = { sequence: row.sequence, hash: row.hash }
  if (row.order_item_id === null) return { entry, ...ofNoOrder, chain }
  const pair = await selectPair(context.db, row.payee_id, row.order_item_id)
  const feeDay = pair[0]?.fee_day ?? null
  const fees = feeDay === null ? [] : await selectStandingFees(context.db, [row.payee_id])
  const fee = feeDay === null ? null : feeOn(fees, row.payee_id, feeDay)
  return {
    entry,
    ...whyPosted(row),
    is_credited: row.is_credited,
    reported: row.reported_status && {
      order_status: row.reported_status,
      commission: toUnits(row.reported_cents ?? 0, row.currency),
      report_as_of: row.report_as_of?.toISOString() ?? row.created_at.toISOString(),
    },
    order: {
      order_item_id: row.order_item_id,
      order_date: row.order_date,
      ordered_at: row.ordered_at?.toISOString() ?? null,
      quantity: row.quantity,
      order_status: row.order_status,
      asin: row.order_asin,
      product_title: row.order_title,
      is_same_product: row.product_id !== null && row.product_asin === row.order_asin,
      currency: row.currency,
      commission: toUnits(row.commission_cents, row.currency),
      waiting: row.waiting && serializeWaiting(row.waiting),
    },
    fee_bps: row.fee_bps,
    fee_from: fee?.from ?? null,
    is_own_fee: fee?.isOwn ?? false,
    entries: pair.map((entry) => serializePosted({ ...entry, under_review: row.under_review }, today)),
    chain,
  }
}

/** Rows by their ids, as their creators see them. The caller checks who may know them. */
export async function attachedEntries(
  context: Context,
  ids: string[],
  options: LedgerOptions,
): Promise<Map<string, AttachedEntry>> {
  const today = reportDay(context, options)
  const rows = await selectEntriesByIds(context.db, ids)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...serializeEntry(row, today),
        order_date: row.order_date,
        rule: matchRules.find((known) => known === row.rule) ?? null,
      },
    ]),
  )
}

/** The person's payee if the row of the ledger is theirs; otherwise undefined. */
export const payeeOfRow = ({ db }: Context, userId: string, entryId: string): Promise<string | undefined> =>
  selectPayeeOfRow(db, userId, entryId)

/** A row without an order has only its kind, its amount and its reason. */
const ofNoOrder = {
  rule: null,
  note: null,
  click: null,
  conversions: [],
  is_credited: false,
  reported: null,
  order: null,
  fee_bps: null,
  fee_from: null,
  is_own_fee: false,
  entries: [],
} satisfies Partial<LedgerWhy>
