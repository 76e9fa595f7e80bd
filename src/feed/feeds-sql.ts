import { type Kysely, sql } from 'kysely'
import type { DB } from '../platform/database/schema.ts'

/** The whole descriptions of products, and when each was last changed by its owner. */
export async function selectEntries(
  db: Kysely<DB>,
  ids: string[],
): Promise<{ id: string; description: string | null; updated_at: Date }[]> {
  const { rows } = await sql<{ id: string; description: string | null; updated_at: Date }>`
    select id, description, updated_at from products where id = any(${ids}::uuid[])`.execute(db)
  return rows
}

/** When a person last changed their profile or a product, including deletion. */
export async function selectLastChange(db: Kysely<DB>, userId: string): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select greatest(a.updated_at, (select max(p.updated_at) from products p where p.user_id = a.id)) as at
    from profiles a where a.id = ${userId}`.execute(db)
  return rows[0]?.at
}
