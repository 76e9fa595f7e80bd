import { z } from 'zod'
import { hidden } from '../folio/contract.ts'
import { id, instant } from '../shared/schemas.ts'
import { listCard, point } from './contract.ts'

/** A person's lists in the export of their data. */
export const exportedLists = z.object({
  /** Oldest first. */
  lists: z.array(
    listCard.pick({ id: true, slug: true, title: true, words: true, is_look: true, cover_url: true }).extend({
      /** Addresses that it had before. */
      former_slugs: z.array(z.string()),
      is_saved: z.boolean(),
      is_public: z.boolean(),
      first_public_at: instant.nullable(),
      hidden: hidden.nullable(),
      version: z.int(),
      created_at: instant,
      updated_at: instant,
      /** In their order. */
      items: z.array(
        z.object({
          /** The list's own link to it; null while the list has never been public. */
          short_link_id: z.string().nullable(),
          /** Null for a product of somebody else's that is no longer shared. */
          product: z.object({ id, asin: z.string(), title: z.string() }).nullable(),
          is_own: z.boolean(),
          line: z.string().nullable(),
          point: point.nullable(),
          added_at: instant,
        }),
      ),
    }),
  ),
})
