import { type InferResult, type Kysely, sql } from 'kysely'
import type { DB } from '../platform/database/schema.ts'
import { ownColumns } from './products/sql.ts'

const categoriesOf = sql<string[]>`array(
  select c.slug from product_categories pc join categories c on c.id = pc.category_id
  where pc.product_id = p.id order by c.sort_order)`
const shortLinksOf = sql<string[]>`array(
  select s.id from short_links s where s.product_id = p.id and not s.is_of_list order by s.created_at)`

/** All products of a person, deleted ones too, oldest first. */
export const allProducts = (db: Kysely<DB>, userId: string) =>
  db
    .selectFrom('products as p')
    .innerJoin('click_totals as t', 't.product_id', 'p.id')
    .innerJoin('earnings as e', 'e.product_id', 'p.id')
    .where('p.user_id', '=', userId)
    .select(['p.id', 'p.asin', 'p.asin_is_made_up', 'p.marketplace', 'p.amazon_url'])
    .select(ownColumns)
    .select([
      'p.image_source',
      'p.price_cents',
      'p.price_as_of',
      'p.metadata_source',
      'p.is_categorized',
      'p.version',
    ])
    .select([
      'p.attention',
      'p.attention_since',
      'p.created_at',
      'p.updated_at',
      'p.deleted_at',
      'p.hidden_at',
      'p.hidden_reason',
      't.clicks_count',
      'e.earnings_cents',
    ])
    .select([categoriesOf.as('categories'), shortLinksOf.as('short_link_ids')])
    .orderBy('p.created_at')
    .orderBy('p.id')

export type ExportedProductRow = InferResult<ReturnType<typeof allProducts>>[number]

export const selectCategoryPins = (db: Kysely<DB>, userId: string) =>
  db
    .selectFrom('user_category_preferences as u')
    .innerJoin('categories as c', 'c.id', 'u.category_id')
    .where('u.user_id', '=', userId)
    .select(['u.category_id', 'c.slug', 'u.is_pinned', 'u.sort_order'])
    .orderBy('c.sort_order')
    .execute()
