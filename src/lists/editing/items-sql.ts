import { type Kysely, sql, type Updateable } from 'kysely'
import type { DB, ListItems } from '../../platform/database/schema.ts'

/**
 * Those of the products that a person may put into a list: live ones that others see, and the person's own. They are
 * locked until the transaction ends, in the order of their ids, so that whoever hides or deletes one waits.
 */
export async function lockAddable(
  db: Kysely<DB>,
  ids: string[],
  userId: string,
): Promise<Map<string, string | null>> {
  const rows = await db
    .selectFrom('products')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('unlisted', '=', false), eb('user_id', '=', userId)]))
    .select(['id', 'user_id'])
    .orderBy('id')
    .forShare()
    .execute()
  return new Map(rows.map(({ id, user_id }) => [id, user_id]))
}

/** Whether a product is this person's own and live, locked as above. */
export const lockOwnProduct = async (db: Kysely<DB>, id: string, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('products')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .select('id')
    .forShare()
    .executeTakeFirst()) !== undefined

/** The items of a list in their order. */
export async function selectOrder(
  db: Kysely<DB>,
  listId: string,
): Promise<{ id: string; product_id: string; isPointed: boolean; position: number }[]> {
  const rows = await db
    .selectFrom('list_items')
    .where('list_id', '=', listId)
    .select(['id', 'product_id', 'position'])
    .select(sql<boolean>`point_x is not null`.as('isPointed'))
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows
}

/** Numbers items in this order. */
export const storeOrder = (db: Kysely<DB>, ids: string[]) =>
  sql`
    update list_items i set position = o.place
    from unnest(${ids}::uuid[]) with ordinality as o (id, place)
    where i.id = o.id and i.position <> o.place`.execute(db)

/** The products of others that a list shows, each with its creator. */
export async function selectShownOfOthers(
  db: Kysely<DB>,
  { listId, userId }: { listId: string; userId: string },
): Promise<{ productId: string; ownerId: string }[]> {
  const rows = await db
    .selectFrom('list_items as i')
    .innerJoin('products as p', 'p.id', 'i.product_id')
    .where('i.list_id', '=', listId)
    .where('i.is_shown', '=', true)
    .where('p.user_id', '<>', userId)
    .select(['p.id as productId', sql<string>`p.user_id`.as('ownerId')])
    .execute()
  return rows
}

/** The list's links to products, present and former, and whether the creator has taken the product out of it. */
export const selectLinks = (db: Kysely<DB>, listId: string, productIds: string[]) =>
  db
    .selectFrom('list_links')
    .where('list_id', '=', listId)
    .where('product_id', '=', sql<string>`any(${productIds}::uuid[])`)
    .select(['product_id', 'short_link_id'])
    .select(sql<boolean>`refused_at is not null`.as('is_refused'))
    .execute()

type Link = { short_link_id: string; list_id: string; product_id: string }

export async function insertLinks(db: Kysely<DB>, links: Link[]): Promise<void> {
  if (links.length > 0) await db.insertInto('list_links').values(links).execute()
}

/** Gives the items of a list its links. */
export const linkItems = (db: Kysely<DB>, listId: string) =>
  sql`
    update list_items i set short_link_id = k.short_link_id
    from list_links k
    where i.list_id = ${listId} and k.list_id = i.list_id and k.product_id = i.product_id
      and i.short_link_id is null`.execute(db)

type NewItem = { product_id: string; position: number }

/** Inserts items at their places. */
export const insertItems = (db: Kysely<DB>, listId: string, items: NewItem[], at: Date) =>
  db
    .insertInto('list_items')
    .values(items.map((item) => ({ ...item, list_id: listId, added_at: at })))
    .execute()

export const selectItem = (db: Kysely<DB>, named: { listId: string; id: string }) =>
  db
    .selectFrom('list_items')
    .where('list_id', '=', named.listId)
    .where('id', '=', named.id)
    .select(['id', 'line', 'point_x', 'point_y'])
    .executeTakeFirst()

export const changeItem = (db: Kysely<DB>, id: string, changes: Updateable<ListItems>) =>
  db.updateTable('list_items').set(changes).where('id', '=', id).execute()

/** False if the list has no such item. */
export async function deleteItem(db: Kysely<DB>, named: { listId: string; id: string }): Promise<boolean> {
  const deleted = await db
    .deleteFrom('list_items')
    .where('list_id', '=', named.listId)
    .where('id', '=', named.id)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** A list of somebody else that is or was public with the product in it, locked until the transaction ends. */
export const lockOthersList = (
  db: Kysely<DB>,
  { listId, productId, userId }: { listId: string; productId: string; userId: string },
) =>
  db
    .selectFrom('lists as l')
    .innerJoin('list_links as k', 'k.list_id', 'l.id')
    .where('l.id', '=', listId)
    .where('l.user_id', '<>', userId)
    .where('k.product_id', '=', productId)
    .select('k.short_link_id')
    .forNoKeyUpdate('l')
    .executeTakeFirst()

/** Notes that the product's creator has taken it out of the list; the first time counts. */
export const refuseLink = (db: Kysely<DB>, shortLinkId: string, at: Date) =>
  db
    .updateTable('list_links')
    .set({ refused_at: at })
    .where('short_link_id', '=', shortLinkId)
    .where('refused_at', 'is', null)
    .execute()
