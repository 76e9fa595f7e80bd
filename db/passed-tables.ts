/**
 * Statements and database functions that take the name of a table as an argument: `file: code`. Each such name is a
 * string, or a fragment of its own, in the slice that passes it, and counts there.
 */
export const passedTables: Record<string, string[]> = {
  'drop_clicks_partition()': ['%I'],
  'drop_import_outcomes()': ['%I'],
  'drop_import_tables()': ['%I'],
  'ensure_clicks_partition()': ['%I'],
  'make_import_outcomes()': ['%I'],
  'make_import_staging()': ['%I'],
  'src/earnings/reading/balances-sql.ts': ['rows'],
  'src/feed/sitemap-sql.ts': ['table'],
  'src/orders/imports/merge/rows-sql.ts': ['rows'],
  'src/orders/matching/evidence-sql.ts': ['sql.table(clicks.table)'],
  'src/orders/order-list/list-sql.ts': ['table'],
  'src/orders/order-list/search-sql.ts': ['table'],
  'src/orders/order-list/posted-list-sql.ts': ['rows'],
  'src/payouts/books/sql.ts': ['rows'],
  'src/platform/database/batches.ts': ['sql.table(table)'],
  'src/platform/database/copying.ts': ['target'],
  'src/platform/database/rights/grants.ts': ['%s'],
}
