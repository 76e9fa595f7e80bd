import { stringify } from 'csv-stringify/sync'

/** A row of Folio's CSV as text; left out cells have a usual value, and the last two are missing. */
export type TextRow = Partial<
  Record<
    | 'order_item_id'
    | 'order_date'
    | 'asin'
    | 'product_title'
    | 'quantity'
    | 'commission_amount'
    | 'commission_rate'
    | 'order_status'
    | 'sub_tag'
    | 'tracking_id'
    | 'ship_date',
    string | number
  >
>

/** How programs write CSV. */
export type Dialect = {
  delimiter?: ',' | ';' | '\t'
  newline?: '\r\n' | '\n' | '\r'
  bom?: boolean
  /** Quotes around every cell, not only where they are needed. */
  quoted?: boolean
  /** A line before the header. */
  title?: string
  /** A row after all others, by column. */
  totals?: Record<string, string>
}

type Cells = Record<string, string | number | undefined>

const usual = (number: number) => ({
  order_item_id: `112-0000000-${String(number).padStart(7, '0')}`,
  order_date: '2026-11-03',
  asin: 'B0C7KQ4T2M',
  product_title: `Item ${number}`,
  quantity: '1',
  commission_amount: '4.20',
  commission_rate: '4.00%',
  order_status: 'shipped',
})

/**
 * A report with the columns of Folio's CSV (docs/product/reports.md#formats), and with sub tags, tracking ids or ship
 * dates where a row has one.
 */
export const reportText = (rows: TextRow[], dialect?: Dialect): string =>
  text(
    rows.map((row, index) => ({ ...usual(index + 1), ...row })),
    [...Object.keys(usual(1)), ...optional(rows, ['sub_tag', 'tracking_id', 'ship_date'])],
    dialect,
  )

const optional = (rows: Cells[], columns: string[]) =>
  columns.filter((column) => rows.some((row) => row[column] !== undefined))

const usualShipped = {
  Category: 'Kitchen',
  Name: 'A mug',
  ASIN: 'B0C7KQ4T2M',
  Seller: 'Amazon.com',
  'Tracking ID': 'folio-20',
  'Date Shipped': '2026-11-04',
  'Price($)': '21.00',
  'Items Shipped': '1',
  Returns: '0',
  'Revenue($)': '21.00',
  'Ad Fees($)': '0.84',
  'Device Type Group': 'PHONE',
  'Direct Sale': 'Yes',
}
type FeeEarningsRow = Partial<Record<keyof typeof usualShipped | 'Sub Tag', string>>

/** Amazon’s Fee-Earnings report. */
export const feeEarningsText = (rows: FeeEarningsRow[], dialect?: Dialect): string =>
  text(
    rows.map((row) => ({ ...usualShipped, ...row })),
    [...Object.keys(usualShipped), ...optional(rows, ['Sub Tag'])],
    dialect,
  )

const usualOrdered = {
  Category: 'Kitchen',
  Name: 'A mug',
  ASIN: 'B0C7KQ4T2M',
  Date: '2026-11-03',
  Qty: '1',
  'Price($)': '21.00',
  'Link Type': 'Text',
  Tag: 'folio-20',
  'Indirect Sales': '0',
  'Device Type Group': 'PHONE',
}
type FeeOrdersRow = Partial<Record<keyof typeof usualOrdered, string>>

/** The same as marketplaces with another currency write it: no header has a sign. */
export const foreignFeesText = (rows: FeeEarningsRow[], dialect?: Dialect): string =>
  feeEarningsText(rows, dialect).replaceAll('($)', '')

/** Amazon’s Fee-Orders report. */
export const feeOrdersText = (rows: FeeOrdersRow[], dialect?: Dialect): string =>
  text(
    rows.map((row) => ({ ...usualOrdered, ...row })),
    Object.keys(usualOrdered),
    dialect,
  )

function text(
  rows: Cells[],
  columns: string[],
  { delimiter = ',', newline = '\r\n', bom = false, quoted = false, title, totals }: Dialect = {},
): string {
  const records = [
    columns,
    ...[...rows, ...(totals ? [totals] : [])].map((row: Cells) => columns.map((name) => row[name] ?? '')),
  ]
  // The library itself quotes only the line ends that it writes.
  const options = { delimiter, record_delimiter: newline, quoted, quoted_match: /[\r\n]/, bom }
  return title === undefined
    ? stringify(records, options)
    : stringify([[title]], options) + stringify(records, { ...options, bom: false })
}
