/** A checked row of a report: a row of `import_staging`. */
export type ReportRow = {
  /** Counted as spreadsheets do: the file's first line is 1. */
  line: number
  orderItemId: string
  /** The day, as `2026-11-03`, in the report's own time zone. */
  orderDate: string
  /** If the report has a time. */
  orderedAt: Date | null
  asin: string
  productTitle: string
  /** Negative in a return. */
  quantity: number
  /** In the smallest unit of the report's currency; negative in a return. */
  commissionCents: number
  /** Hundredths of a percent. */
  commissionRateBps: number | null
  orderStatus: 'pending' | 'shipped' | 'cancelled' | 'returned'
  subTag: string | null
  trackingId: string | null
  /** The ship date in Folio's CSV, if it has one. */
  shippedOn: string | null
  /** The identity of a row of Fee-Earnings, which has no order id. */
  fee: { key: string; saleKey: string; priceCents: number | null } | null
}

/** Why a row was left out. `column` is the report's own name for it. */
export type RowError = { line: number; orderItemId: string | null; column: string; message: string }

/**
 * A row in the text format of PostgreSQL's COPY, its cells as `stagingColumns` names them. No cell has control
 * characters, so only backslashes need escaping.
 */
export const copyLine = (row: ReportRow): string =>
  `${row.line}\t${text(row.orderItemId)}\t${row.orderDate}\t${row.orderedAt?.toISOString() ?? nothing}\t${row.asin}\t` +
  `${text(row.productTitle)}\t${row.quantity}\t${row.commissionCents}\t${row.commissionRateBps ?? nothing}\t` +
  `${row.orderStatus}\t${text(row.subTag)}\t${text(row.trackingId)}\t${row.shippedOn ?? nothing}\t${row.fee?.key ?? nothing}\t${row.fee?.saleKey ?? nothing}\t${row.fee?.priceCents ?? nothing}\n`

const nothing = '\\N'
const text = (value: string | null): string =>
  value === null ? nothing : value.includes('\\') ? value.replaceAll('\\', '\\\\') : value
