import { type Insertable, type Kysely, sql } from 'kysely'
import type { DB, OrderObservations } from '../../../platform/database/schema.ts'
import { contentHash } from '../merge/rows-sql.ts'

/** An observation with its hash, as a merge writes it. */
export async function withContentHash<T extends Omit<Insertable<OrderObservations>, 'content_hash'>>(
  db: Kysely<DB>,
  said: T,
): Promise<T & { content_hash: Buffer }> {
  const { rows } = await sql<{ hash: Buffer }>`
    select ${sql.raw(contentHash)} as hash
    from jsonb_populate_record(null::order_observations,
      '{"product_title": ""}'::jsonb || ${JSON.stringify(said)}::jsonb) s
    join import_batches b on b.id = s.batch_id`.execute(db)
  const [row] = rows
  if (!row) throw new Error('An observation is of an import.')
  return { ...said, content_hash: row.hash }
}
