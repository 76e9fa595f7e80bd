import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'

/** Whether a live product is hidden, locked until the transaction ends. */
export const lockHidden = (db: Kysely<DB>, id: string) =>
  db
    .selectFrom('products')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select('hidden_at')
    .forNoKeyUpdate()
    .executeTakeFirst()

export const selectOwner = (db: Kysely<DB>, id: string) =>
  db
    .selectFrom('products')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select('user_id')
    .executeTakeFirst()

/** The version stays, so that its owner's open edit has no conflict. */
export const setHidden = (
  db: Kysely<DB>,
  id: string,
  hidden: { hidden_at: Date | null; hidden_reason: string | null },
) =>
  db
    .updateTable('products as p')
    .set({
      ...hidden,
      withheld: hidden.hidden_at
        ? true
        : sql<boolean>`exists (select from profiles a where a.id = p.user_id and a.is_suspended)`,
    })
    .where('p.id', '=', id)
    .execute()

/** Products are locked in order of their ids, as in all changes of several. */
export async function withholdAll(db: Kysely<DB>, userId: string, isSuspended: boolean): Promise<void> {
  await sql`
    with chosen as (
      select id from products
      where user_id = ${userId} and deleted_at is null and withheld <> (${isSuspended} or hidden_at is not null)
      order by id for no key update
    )
    update products p set withheld = ${isSuspended} or p.hidden_at is not null
    from chosen where p.id = chosen.id`.execute(db)
}
