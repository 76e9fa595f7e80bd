import { z } from 'zod'
import { each } from '../shared/fields/by-name.ts'
import { optionalTexts, type StoredField } from '../shared/fields/owner-fields.ts'
import { id, instant } from '../shared/schemas.ts'
import { attention, hidden, product } from './contract.ts'

/** The collection in the export of a person's data. */
export const exportedFolio = z.object({
  /** Oldest first; deleted ones too, with what is still stored of them. */
  products: z.array(
    product
      .pick({
        id: true,
        asin: true,
        title: true,
        ...each(optionalTexts, () => true as const),
        tags: true,
        image_url: true,
        photos: true,
        image_source: true,
        price_usd: true,
        price_as_of: true,
        is_categorized: true,
        created_at: true,
      } satisfies Record<StoredField, true> & Record<string, true>)
      .extend({
        photos: z.array(z.string()).nullable(),
        amazon_url: z.string(),
        marketplace: z.string(),
        /** True where the link had no ASIN to read. */
        asin_is_made_up: z.boolean(),
        metadata_source: z.string(),
        attention: attention.nullable(),
        hidden: hidden.nullable(),
        /** Slugs. */
        categories: z.array(z.string()),
        short_link_ids: z.array(z.string()),
        clicks_count: z.number().int(),
        earnings_usd: z.number(),
        version: z.number().int(),
        updated_at: instant,
        deleted_at: instant.nullable(),
      }),
  ),
  /** Categories that were pinned or unpinned by hand. */
  category_pins: z.array(
    z.object({
      category_id: id,
      slug: z.string(),
      is_pinned: z.boolean(),
      sort_order: z.number().nullable(),
    }),
  ),
  /** Ids of the products that stand first on the storefront, in their order. */
  picks: z.array(id),
})
