import { type Kysely, sql } from 'kysely'
import type { DB } from '../platform/database/schema.ts'
import type { AmazonItem } from './rules.ts'

const itemsOf = (db: Kysely<DB>) =>
  db
    .selectFrom('amazon_items')
    .select(['asin', 'title', 'description', 'image_url', 'price_cents', 'price_as_of', 'fetched_at'])
    .select((eb) => [
      eb.ref('marketplace').$castTo<AmazonItem['marketplace']>().as('marketplace'),
      eb.ref('source').$castTo<AmazonItem['source']>().as('source'),
      eb.ref('availability').$castTo<AmazonItem['availability']>().as('availability'),
    ])

/** The latest stored details of an item. */
export const selectItem = (
  db: Kysely<DB>,
  { marketplace, asin }: { marketplace: string; asin: string },
): Promise<AmazonItem | undefined> =>
  itemsOf(db).where('marketplace', '=', marketplace).where('asin', '=', asin).executeTakeFirst()

/** The latest stored details of several items; items without any are left out. */
export const selectItems = (
  db: Kysely<DB>,
  items: { marketplace: string; asin: string }[],
): Promise<AmazonItem[]> =>
  itemsOf(db)
    .where(
      sql<boolean>`(marketplace, asin) in (select * from unnest(
        ${items.map(({ marketplace }) => marketplace)}::text[], ${items.map(({ asin }) => asin)}::text[]))`,
    )
    .execute()

const columns = [
  'title',
  'description',
  'image_url',
  'price_cents',
  'price_as_of',
  'availability',
  'source',
  'fetched_at',
] as const

/** Stores details. A page's never replace the Creators API's. */
export async function upsertItems(db: Kysely<DB>, items: AmazonItem[]): Promise<void> {
  if (items.length === 0) return
  await db
    .insertInto('amazon_items')
    .values(items)
    .onConflict((conflict) =>
      conflict
        .columns(['marketplace', 'asin'])
        .doUpdateSet((eb) => Object.fromEntries(columns.map((name) => [name, eb.ref(`excluded.${name}`)])))
        .where(sql<boolean>`excluded.source = 'creators_api' or amazon_items.source = 'page'`),
    )
    .execute()
}
