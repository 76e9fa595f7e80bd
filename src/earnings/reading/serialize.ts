import type { Context } from '../../platform/context.ts'
import { toUnits, unitsOrNone } from '../../shared/amazon/currencies.ts'
import { zoneOf } from '../../shared/dates/time-zone.ts'
import { centsToUsd } from '../../shared/money.ts'
import { displayTitle } from '../../shared/product.ts'
import type { LedgerEntry, OwnAmount, TransactionType, WaitingAmount } from '../contract.ts'
import type { EntryRow, LedgerRow, OwnRow, ProductColumns, WaitingRow } from './ledger-sql.ts'

/** A product as its creator sees it; a deleted one has no texts and no page. */
export const serializeProduct = (row: ProductColumns): NonNullable<LedgerEntry['product']> => ({
  id: row.product_id,
  title: displayTitle({ title: row.title, asin: row.product_asin }),
  image_url: row.image_url,
  image_is_amazons: row.image_source === 'amazon',
  short_link_id: row.short_link_id,
})

type DatedRow = Pick<LedgerEntry, 'under_review'> & { posted_on: string }

/**
 * A row of an order is pending until Amazon has paid for it, and while it is under review; `today` is the reports' day
 * (docs/product/ledger.md#status).
 */
export const statusOn = (today: string, row: DatedRow): 'posted' | 'pending' =>
  row.posted_on <= today && row.under_review === null ? 'posted' : 'pending'

/** The same for any row: payouts, and those that came back, are neither. */
export const statusOfRow = (
  today: string,
  row: DatedRow & { transaction_type: TransactionType },
): LedgerEntry['status'] =>
  row.transaction_type === 'payout' || row.transaction_type === 'payout_reversal'
    ? 'paid'
    : statusOn(today, row)

type PostedRow<Type extends TransactionType> = Pick<
  EntryRow,
  | 'id'
  | 'available_on'
  | 'posted_on'
  | 'under_review'
  | 'created_at'
  | 'gross_commission_cents'
  | 'platform_fee_cents'
  | 'user_amount_cents'
  | 'own'
> & { transaction_type: Type }

/** A row's amount in another currency. */
const serializeOwn = ({ currency, smallest_units, usd_per_unit }: OwnRow): OwnAmount => ({
  currency,
  amount: unitsOrNone(smallest_units, currency),
  usd_per_unit,
})

/** The amount of an order that waits for rates. */
export const serializeWaiting = ({ currency, smallest_units, months }: WaitingRow): WaitingAmount => ({
  currency,
  amount: toUnits(smallest_units, currency),
  months,
})

/** The fields of a row of an order for everyone who may see it, on the reports' day `today`. */
export const serializePosted = <Type extends TransactionType>(row: PostedRow<Type>, today: string) => ({
  id: row.id,
  transaction_type: row.transaction_type,
  gross_commission: centsToUsd(row.gross_commission_cents),
  platform_fee_amount: centsToUsd(row.platform_fee_cents),
  user_amount: centsToUsd(row.user_amount_cents),
  own: row.own && serializeOwn(row.own),
  status: statusOn(today, row),
  under_review: row.under_review,
  available_on: row.available_on,
  posted_on: row.posted_on === 'infinity' ? null : row.posted_on,
  created_at: row.created_at.toISOString(),
})

/** A row of the ledger as its creator sees it, without its product and list. */
export const serializeEntry = (
  row: EntryRow,
  today: string,
): Omit<LedgerEntry, 'product' | 'through_list'> => ({
  ...serializePosted(row, today),
  status: statusOfRow(today, row),
  order_item_id: row.order_item_id,
  is_provisional: row.is_provisional,
  held: row.held,
  amazon_orders:
    row.order_item_id === null
      ? null
      : { product_title: row.order_title, asin: row.order_asin, confidence: row.confidence },
  reason: row.reason,
})

/** The same with the product that the order was credited to, where there is one. */
export const serializeLedgerEntry = (row: LedgerRow, today: string): LedgerEntry => ({
  ...serializeEntry(row, today),
  product: row.product_id === null ? null : serializeProduct(row),
  through_list: row.through_list,
})

export type LedgerOptions = {
  /** The time zone of the days on which earnings become posted. */
  reportTimeZone: string
}

/** The day by which a row of the ledger is posted or pending (docs/product/ledger.md#status). */
export const reportDay = (context: Context, { reportTimeZone }: LedgerOptions): string =>
  zoneOf(reportTimeZone).dayOf(context.clock())
