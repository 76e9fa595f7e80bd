import { type Insertable, type Kysely, sql } from 'kysely'
import type { DB, Products } from '../../platform/database/schema.ts'
import { storedFields } from '../../shared/fields/owner-fields.ts'
import { ownColumns, shortLinkOf } from '../products/sql.ts'

type Position = { created_at: Date; id: string }

const categorySlugOf = sql<string | null>`(
  select c.slug from product_categories pc join categories c on c.id = pc.category_id
  where pc.product_id = p.id order by c.sort_order limit 1)`

/** The next of a person's live products after a position, oldest first. */
export function selectForFile(db: Kysely<DB>, userId: string, after: Position | undefined, limit: number) {
  return db
    .selectFrom('products as p')
    .where('p.user_id', '=', userId)
    .where('p.deleted_at', 'is', null)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(p.created_at, p.id) > (${after?.created_at}, ${after?.id})`),
    )
    .select(['p.id', 'p.amazon_url', 'p.asin', 'p.created_at'])
    .select(ownColumns)
    .select([shortLinkOf.as('short_link'), categorySlugOf.as('category')])
    .orderBy('p.created_at')
    .orderBy('p.id')
    .limit(limit)
    .execute()
}

export type FileProduct = Awaited<ReturnType<typeof selectForFile>>[number]

/** The products of short links, by short-link id. */
export async function selectLinked(db: Kysely<DB>, shortLinkIds: string[]): Promise<Map<string, string>> {
  if (shortLinkIds.length === 0) return new Map()
  const links = await db
    .selectFrom('short_links')
    .where('id', '=', sql<string>`any(${shortLinkIds})`)
    .select(['id', 'product_id'])
    .execute()
  return new Map(links.map(({ id, product_id }) => [id, product_id]))
}

/** Those of the products that are live and this person's. */
export const selectOwnItems = (db: Kysely<DB>, userId: string, ids: string[]) =>
  db
    .selectFrom('products as p')
    .where('p.user_id', '=', userId)
    .where('p.deleted_at', 'is', null)
    .where('p.id', '=', sql<string>`any(${ids}::uuid[])`)
    .select(['p.id', 'p.amazon_url', 'p.marketplace', 'p.asin', 'p.asin_is_made_up', 'p.created_at'])
    .select(ownColumns)
    .select(['p.image_source', 'p.metadata_source'])
    .select(
      sql<string[]>`array(select category_id from product_categories where product_id = p.id)`.as(
        'category_ids',
      ),
    )
    .execute()

/** Those of the keys that a live product of this person was made with. */
export async function selectUsedKeys(db: Kysely<DB>, userId: string, keys: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('products')
    .where('user_id', '=', userId)
    .where('import_key', '=', sql<string>`any(${keys})`)
    .where('deleted_at', 'is', null)
    .select('import_key')
    .execute()
  return new Set(rows.map(({ import_key }) => import_key as string))
}

/** Removes the keys of deleted products, so that a deleted import may be imported again. */
export const releaseKeys = (db: Kysely<DB>, userId: string, keys: string[]) =>
  db
    .updateTable('products')
    .set({ import_key: null })
    .where('user_id', '=', userId)
    .where('import_key', '=', sql<string>`any(${keys})`)
    .where('deleted_at', 'is not', null)
    .execute()

/** Inserts products, and returns id and key of those whose key was free, also against concurrent inserts. */
export const insertProducts = (db: Kysely<DB>, products: Insertable<Products>[]) =>
  db
    .insertInto('products')
    .values(products)
    .onConflict((conflict) => conflict.constraint('products_import_key').doNothing())
    .returning(['id', 'import_key'])
    .execute()

/** What an import may write of a product. */
const writtenFields = [...storedFields, 'image_source', 'metadata_source', 'is_categorized'] as const

type Change = Pick<Insertable<Products>, (typeof writtenFields)[number]> & { id: string }

/** Writes the whole details of products, which makes a new version of each. */
export const updateProducts = (db: Kysely<DB>, changes: Change[], at: Date) =>
  sql`
    update products p
    set ${sql.join(writtenFields.map((name) => sql`${sql.ref(name)} = c.${sql.ref(name)}`))},
        version = p.version + 1, updated_at = ${at}
    from json_populate_recordset(null::products, ${JSON.stringify(changes)}::json) as c
    where p.id = c.id`.execute(db)
