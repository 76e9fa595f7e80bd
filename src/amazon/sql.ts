import type { Kysely } from 'kysely'
import type { DB } from '../platform/database/schema.ts'
import type { AmazonItem } from './rules.ts'

/** What was last stored of an item. */
export const selectItem = (
  db: Kysely<DB>,
  { marketplace, asin }: { marketplace: string; asin: string },
): Promise<AmazonItem | undefined> =>
  db
    .selectFrom('amazon_items')
    .select(['asin', 'title', 'description', 'image_url', 'price_cents', 'price_as_of', 'fetched_at'])
    .select((eb) => [
      eb.ref('marketplace').$castTo<AmazonItem['marketplace']>().as('marketplace'),
      eb.ref('source').$castTo<AmazonItem['source']>().as('source'),
    ])
    .where('marketplace', '=', marketplace)
    .where('asin', '=', asin)
    .executeTakeFirst()

/** Stores what was read. What a page says never replaces what the Creators API said. */
export async function upsertItem(db: Kysely<DB>, item: AmazonItem): Promise<void> {
  const { marketplace, asin, ...read } = item
  await db
    .insertInto('amazon_items')
    .values({ marketplace, asin, ...read })
    .onConflict((conflict) => {
      const update = conflict.columns(['marketplace', 'asin']).doUpdateSet(read)
      return item.source === 'page' ? update.where('amazon_items.source', '=', 'page') : update
    })
    .execute()
}
