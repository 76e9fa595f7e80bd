/** The report's data about an order: columns of import_staging, of observations and of orders. */
export const reportedColumns = [
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
  'shipped_on',
]

/** The columns of import_staging in the order in which rows are copied into them (`copyLine`). */
export const stagingColumns = [
  'line',
  'order_item_id',
  ...reportedColumns,
  'fee_key',
  'sale_key',
  'price_cents',
]
