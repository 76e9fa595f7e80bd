import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'

type Made = { id: string; userId: string; at: Date; productIds: string[]; updated: number }

/**
 * Notes what a part of an import made and changed. Where it was undone meanwhile, what comes now can be undone again.
 */
export async function keepImport(
  db: Kysely<DB>,
  { id, userId, at, productIds, updated }: Made,
): Promise<void> {
  const created = productIds.length
  await db
    .insertInto('collection_imports')
    .values({ id, user_id: userId, created_at: at, created, updated })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        created: sql`collection_imports.created + ${created}`,
        updated: sql`collection_imports.updated + ${updated}`,
        undone_at: null,
      }),
    )
    .execute()
  if (created === 0) return
  await sql`
    insert into collection_import_items (product_id, import_id)
    select product_id, ${id} from unnest(${productIds}::uuid[]) as made (product_id)`.execute(db)
}

/** How many products an import has made and changed; undefined where it did neither. */
export const selectCounts = (db: Kysely<DB>, id: string) =>
  db.selectFrom('collection_imports').where('id', '=', id).select(['created', 'updated']).executeTakeFirst()

/** How many an import made that are there and as it made them: an edit makes another version. */
const removable = sql<number>`(
  select count(*) from collection_import_items m join products p on p.id = m.product_id
  where m.import_id = i.id and p.deleted_at is null and p.version = 1)`

/** A person's newest imports since then that are not undone. */
export const selectImports = (db: Kysely<DB>, userId: string, since: Date, limit: number) =>
  db
    .selectFrom('collection_imports as i')
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .where('undone_at', 'is', null)
    .select(['id', 'created_at', 'created', 'updated', removable.as('removable')])
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()

/** A person's import, locked until the transaction ends. */
export const lockImport = (db: Kysely<DB>, userId: string, id: string) =>
  db
    .selectFrom('collection_imports')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .select(['id', 'created_at', 'updated', 'removed', 'kept', 'undone_at'])
    .forUpdate()
    .executeTakeFirst()

/** Takes the next of an import's products off the list of those that its undoing has to look at. */
export async function takeItems(db: Kysely<DB>, importId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ product_id: string }>`
    delete from collection_import_items where product_id in (
      select product_id from collection_import_items where import_id = ${importId} order by product_id limit ${limit})
    returning product_id`.execute(db)
  return rows.map(({ product_id }) => product_id)
}

/** How many of the products are there. */
export async function countLive(db: Kysely<DB>, productIds: string[]): Promise<number> {
  const { live } = await db
    .selectFrom('products')
    .where('id', '=', sql<string>`any(${productIds}::uuid[])`)
    .where('deleted_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('live'))
    .executeTakeFirstOrThrow()
  return live
}

type Progress = { id: string; removed: number; kept: number; undone_at: Date | null }

export const updateImport = (db: Kysely<DB>, { id, ...progress }: Progress) =>
  db.updateTable('collection_imports').set(progress).where('id', '=', id).execute()
