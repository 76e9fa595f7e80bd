import type { ReportRow } from '../row.ts'

/** The columns of import_staging in the order of {@link copyLine}. */
export const stagingColumns = [
  'line',
  'order_item_id',
  'order_date',
  'ordered_at',
  'asin',
  'product_title',
  'quantity',
  'commission_cents',
  'commission_rate_bps',
  'order_status',
  'sub_tag',
  'tracking_id',
]

/** A row in the text format of PostgreSQL's COPY. No cell has control characters: only backslashes mean something. */
export const copyLine = (row: ReportRow): string =>
  `${row.line}\t${text(row.orderItemId)}\t${row.orderDate}\t${row.orderedAt?.toISOString() ?? nothing}\t${row.asin}\t` +
  `${text(row.productTitle)}\t${row.quantity}\t${row.commissionCents}\t${row.commissionRateBps ?? nothing}\t` +
  `${row.orderStatus}\t${text(row.subTag)}\t${text(row.trackingId)}\n`

const nothing = '\\N'
const text = (value: string | null): string =>
  value === null ? nothing : value.includes('\\') ? value.replaceAll('\\', '\\\\') : value
