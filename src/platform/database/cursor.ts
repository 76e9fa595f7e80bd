import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { DB } from './schema.ts'

const usualSize = 500

/**
 * The rows of a query, a few at a time and no sooner than they are taken, however many there are. `transaction` must be
 * a transaction that reads nothing by another cursor meanwhile.
 */
export async function* readByCursor<Row>(
  transaction: Kysely<DB>,
  query: RawBuilder<Row> | SelectQueryBuilder<DB, never, Row>,
  size = usualSize,
): AsyncGenerator<Row[]> {
  await sql`declare rows_to_read no scroll cursor for ${query}`.execute(transaction)
  let isMore = true
  while (isMore) {
    const { rows } = await sql<Row>`fetch ${sql.lit(size)} in rows_to_read`.execute(transaction)
    if (rows.length > 0) yield rows
    isMore = rows.length === size
  }
  await sql`close rows_to_read`.execute(transaction)
}
