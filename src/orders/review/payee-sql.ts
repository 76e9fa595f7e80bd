import type { Kysely } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'

/** The payee of a creator, by any username they ever had. */
export async function selectPayeeOf(db: Kysely<DB>, username: string): Promise<string | undefined> {
  const payee = await db
    .selectFrom('usernames as n')
    .innerJoin('payees as y', 'y.user_id', 'n.user_id')
    .where('n.username', '=', username)
    .select('y.id')
    .executeTakeFirst()
  return payee?.id
}

/** The payee whose product a short link leads to, deleted or not. */
export async function selectPayeeOfLink(db: Kysely<DB>, shortLinkId: string): Promise<string | undefined> {
  const product = await db
    .selectFrom('short_links as s')
    .innerJoin('products as p', 'p.id', 's.product_id')
    .where('s.id', '=', shortLinkId)
    .select('p.payee_id')
    .executeTakeFirst()
  return product?.payee_id
}
