import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import type { DB } from '../../../src/platform/database/schema.ts'

/** The accounts of these addresses, with the fields of their profiles. */
export const selectAccounts = (db: Kysely<DB>, emails: string[]) =>
  db
    .selectFrom('users as u')
    .innerJoin('profiles as p', 'p.id', 'u.id')
    .where('u.email', 'in', emails)
    .select(['u.id', 'u.email', 'u.created_at', 'p.avatar_url', 'p.bio'])
    .execute()

/** The products of these keys, deleted ones too: those are not made again. */
export const selectPosted = (db: Kysely<DB>, userIds: string[], keys: string[]) =>
  db
    .selectFrom('products')
    .where('user_id', 'in', userIds)
    .where('import_key', 'in', keys)
    .select(['id', 'user_id', 'import_key', 'deleted_at'])
    .execute()

/** The categories that these people have pinned or unpinned already. */
export const selectPins = (db: Kysely<DB>, userIds: string[]) =>
  db
    .selectFrom('user_category_preferences')
    .where('user_id', 'in', userIds)
    .select(['user_id', 'category_id'])
    .execute()

/** The times of these products' clicks, up to `end`. */
export const selectClickTimes = (db: Kysely<DB>, productIds: string[], end: Date) =>
  db
    .selectFrom('clicks')
    .where('product_id', 'in', productIds)
    .where('clicked_at', '<=', end)
    .select(['product_id', 'clicked_at'])
    .execute()

/** The short links of these products. */
export const selectShortLinks = (db: Kysely<DB>, productIds: string[]) =>
  db
    .selectFrom('short_links')
    .where('product_id', '=', sql<string>`any(${productIds}::uuid[])`)
    .select(['id', 'product_id'])
    .execute()

/** Notes that these addresses are proven, since nobody can follow a mail to them. */
export const proveAddresses = (db: Kysely<DB>, emails: string[], at: Date) =>
  db
    .updateTable('users')
    .set({ email_verified_at: at })
    .where('email', 'in', emails)
    .where('email_verified_at', 'is', null)
    .execute()

/**
 * Makes the payout details of these people as old as the demo says: the database dates them by its own clock (decision
 * 81), and only the tables' owner may date them otherwise. Does so once.
 */
export async function ageDetails(owner: pg.Pool, userIds: string[], days: number): Promise<void> {
  const client = await owner.connect()
  try {
    await client.query('begin')
    await client.query('alter table payout_details disable trigger user')
    await client.query(
      `update payout_details set created_at = created_at - $2::interval, counts_from = counts_from - $2::interval
       where created_at > now() - interval '1 day'
         and payee_id in (select id from payees where user_id = any($1::uuid[]))`,
      [userIds, `${days} days`],
    )
    await client.query('alter table payout_details enable trigger user')
    await client.query('commit')
  } finally {
    // A failed transaction does not return to the pool.
    client.release(true)
  }
}

export async function selectUsername(db: Kysely<DB>, email: string): Promise<string> {
  const { username } = await db
    .selectFrom('users as u')
    .innerJoin('profiles as p', 'p.id', 'u.id')
    .where('u.email', '=', email)
    .select('p.username')
    .executeTakeFirstOrThrow()
  return username
}
