import { type RawBuilder, sql } from 'kysely'

/** What is shown of a product; `title` is empty where it has none. */
export type ProductColumns = {
  product_id: string
  title: string
  product_asin: string
  image_url: string | null
  image_source: string | null
  short_link_id: string | null
}

/**
 * A product by its id, if it is the payee's own, as a lateral join: no short link where it has been deleted. Tombstones
 * have lost their words.
 */
export const productOf = (id: RawBuilder<unknown>, payeeId: RawBuilder<unknown>) => sql`lateral (
  select id as product_id, title, asin as product_asin, image_url, image_source,
    case when deleted_at is null then (
      select s.id from short_links s where s.product_id = products.id order by s.created_at limit 1
    ) end as short_link_id
  from products where id = ${id} and payee_id = ${payeeId} limit 1
)`
