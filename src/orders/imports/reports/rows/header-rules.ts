import type { ReportFormat } from '../../contract.ts'

type Names = Record<string, string[]>

const subTag = ['subtag', 'ascsubtag', 'subtagid']
const currency = ['currency', 'currencycode']

/** The names of each format's columns, without spaces, signs and capitals; the eight of Folio's CSV come first. */
const columnNames = {
  folio_csv: {
    order_item_id: ['orderitemid'],
    order_date: ['orderdate'],
    asin: ['asin'],
    product_title: ['producttitle'],
    quantity: ['quantity'],
    commission_amount: ['commissionamount'],
    commission_rate: ['commissionrate'],
    order_status: ['orderstatus'],
    ship_date: ['shipdate', 'dateshipped', 'shippeddate', 'shippedon'],
    sub_tag: subTag,
    tracking_id: ['trackingid', 'tag', 'associatetag', 'storeid'],
    currency,
  },
  fee_earnings: {
    asin: ['asin'],
    date: ['dateshipped'],
    items_shipped: ['itemsshipped'],
    fees: ['adfees'],
    title: ['name'],
    returns: ['returns'],
    price: ['price'],
    revenue: ['revenue'],
    seller: ['seller'],
    tracking_id: ['trackingid', 'tag'],
    device: ['devicetypegroup'],
    direct: ['directsale'],
    sub_tag: subTag,
    currency,
  },
  fee_orders: {
    asin: ['asin'],
    date: ['date'],
    quantity: ['qty'],
    title: ['name'],
    price: ['price'],
    tracking_id: ['tag', 'trackingid'],
    currency,
  },
} satisfies Record<ReportFormat, Names>

/** The columns that a file of each format must have. */
const required: Record<ReportFormat, string[]> = {
  // All eight of Folio's CSV (docs/product/reports.md#formats).
  folio_csv: Object.keys(columnNames.folio_csv).slice(0, 8),
  fee_earnings: ['asin', 'date', 'items_shipped', 'fees'],
  fee_orders: ['asin', 'date', 'quantity'],
}

/** The columns of a file: the position of each in a row, by our name. */
export type Columns = ReadonlyMap<string, number>
export type Header = { format: ReportFormat; columns: Columns; names: string[] }

const formats = Object.keys(columnNames) as ReportFormat[]

/** A name without the parts that vary between files: `Order Item ID`, `Ad Fees($)`. */
const squeezed = (name: string) =>
  name
    .replace(/\([^)]*\)/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** The header that a row is, if it has every column that some format needs. */
export function headerOf(cells: string[]): Header | null {
  for (const format of formats) {
    const columns = columnsOf(cells, format)
    if (required[format].every((name) => columns.has(name)))
      return { format, columns, names: cells.map((cell) => cell.trim()) }
  }
  return null
}

function columnsOf(cells: string[], format: ReportFormat): Map<string, number> {
  const written = cells.map(squeezed)
  const names: Names = columnNames[format]
  const positions = Object.entries(names).map(([name, spellings]): [string, number] => {
    const spelling = spellings.find((one) => written.includes(one))
    return [name, spelling === undefined ? -1 : written.indexOf(spelling)]
  })
  return new Map(positions.filter(([, position]) => position >= 0))
}

/** A column that a header has twice, so that it is unclear which is meant. */
export function twiceIn({ columns, names }: Header): string | null {
  const written = names.map(squeezed)
  const position = [...columns.values()].find((at) => written.indexOf(written[at] ?? '', at + 1) !== -1)
  return position === undefined ? null : (names[position] ?? null)
}

const listed = (names: string[]) =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** Why a file is no report, by the row that comes closest to a header. */
export function missingHeader(rows: string[][]): string {
  const nearest = rows
    .flatMap((cells) => formats.map((format) => ({ format, found: columnsOf(cells, format) })))
    .map(({ format, found }) => ({
      found,
      missing: required[format].filter((name) => !found.has(name)),
      format,
    }))
    .filter(({ found }) => found.size >= 2)
    .sort((a, b) => b.found.size - a.found.size)[0]
  if (!nearest)
    return `No line of this file names the columns of a report. It needs ${listed(required.folio_csv)}, or the columns of Amazon’s Fee-Earnings or Fee-Orders.`
  const { format, missing } = nearest
  const names = missing.map((name) => amazonNames[format][name] ?? name)
  return `This file lacks the column${names.length > 1 ? 's' : ''} ${listed(names)}.`
}

const amazonNames: Record<ReportFormat, Record<string, string>> = {
  folio_csv: {},
  fee_earnings: { asin: 'ASIN', date: 'Date Shipped', items_shipped: 'Items Shipped', fees: 'Ad Fees($)' },
  fee_orders: { asin: 'ASIN', date: 'Date', quantity: 'Qty' },
}

/** The columns with amounts, including those that only show the currency. */
export const amountColumns: Record<ReportFormat, string[]> = {
  folio_csv: ['commission_amount', 'currency'],
  fee_earnings: ['fees', 'revenue', 'price', 'currency'],
  fee_orders: ['price', 'currency'],
}

/** The column with the day of a row. */
export const dateColumn: Record<ReportFormat, string> = {
  folio_csv: 'order_date',
  fee_earnings: 'date',
  fee_orders: 'date',
}
