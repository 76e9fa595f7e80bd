import { type Kysely, sql } from 'kysely'
import type { DB } from '../platform/database/schema.ts'

/** How many of a person's lists others see (docs/product/lists.md#public-lists). */
export async function countPublicLists(db: Kysely<DB>, userId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from lists
    where user_id = ${userId} and is_shown`.execute(db)
  return rows[0]?.n ?? 0
}
