import { z } from 'zod'
import { maxDeleted, maxPicks } from '../shared/collection.ts'
import { defineContract } from '../shared/contract.ts'
import { id, instant } from '../shared/schemas.ts'
import { productCard } from './contract.ts'

/** The most products that one call moves and returns: more than any Inbox is expected to hold. */
export const maxMoved = 10_000

const deleted = z.object({
  product_ids: z
    .array(id)
    .min(1, 'Select at least one item.')
    .max(maxDeleted, `Select at most ${maxDeleted} items at a time.`),
})

const moved = z.object({
  product_ids: z
    .array(id)
    .min(1, 'Select at least one item.')
    .max(maxMoved, 'Select at most 10,000 items at a time.'),
  category_id: id,
})

/** The only argument of the remote procedures: null, or nothing, is the caller; another person's id is refused. */
const procedure = z.object({ user_id_param: id.nullish() })

const listedCategory = z.object({
  category_id: id,
  name: z.string(),
  slug: z.string(),
  sort_order: z.number().int(),
  product_count: z.number().int(),
})

/** How a person's collection is organised: pins, the Inbox, and the remote procedures. */
export const collectionContract = defineContract({
  'PUT /api/v1/me/picks': {
    summary: 'Chooses the products that stand first on your storefront, in their order',
    access: 'user',
    body: z.object({
      product_ids: z
        .array(id)
        .max(maxPicks, `You can pick ${maxPicks} items at most.`)
        .transform((ids) => [...new Set(ids)]),
    }),
    /** Those that others see: none that is hidden or waits for its title. */
    response: z.object({ items: z.array(productCard) }),
  },
  'PUT /api/v1/me/categories/:category_id': {
    summary: 'Pin or unpin a category; a ninth pin is refused',
    access: 'user',
    params: z.object({ category_id: id }),
    body: z.object({ is_pinned: z.boolean() }),
    response: z.object({ category_id: id, is_pinned: z.boolean() }),
  },
  'GET /api/v1/me/inbox/ids': {
    summary: 'The ids of the products in your Inbox, the newest 10,000, for selecting them all',
    access: 'user',
    response: z.object({ ids: z.array(id) }),
  },
  'POST /api/v1/me/inbox/assign': {
    summary:
      'Move products from your Inbox to a category; products that are not in the Inbox stay where they are',
    access: 'user',
    body: moved,
    /** `product_ids` are those that moved, for moving them back. */
    response: z.object({ moved: z.number().int(), product_ids: z.array(id) }),
  },
  'POST /api/v1/me/inbox/return': {
    summary: 'Undo a move: products that are still in that category go back to the Inbox',
    access: 'user',
    body: moved,
    response: z.object({ moved: z.number().int() }),
  },
  'POST /api/v1/me/products/delete': {
    summary: 'Delete up to 500 of your products for good. Missing ones are skipped',
    access: 'user',
    body: deleted,
    /** `product_ids` are those that this call deleted. */
    response: z.object({ deleted: z.number().int(), product_ids: z.array(id) }),
  },
  'POST /rest/v1/rpc/get_user_pinned_categories': {
    summary: 'Your pinned categories',
    access: 'user',
    body: procedure,
    response: z.array(listedCategory),
  },
  'POST /rest/v1/rpc/get_user_unpinned_categories': {
    summary: 'Your categories that are not pinned',
    access: 'user',
    body: procedure,
    response: z.array(listedCategory),
  },
  'POST /rest/v1/rpc/get_inbox_products': {
    summary: 'The newest 1,000 products of your Inbox',
    access: 'user',
    body: procedure,
    response: z.array(
      productCard
        .pick({ id: true, user_id: true, asin: true, title: true, description: true, user_comment: true })
        .extend({
          image_url: z.string().nullable(),
          price_usd: z.number().nullable(),
          tags: z.array(z.string()).nullable(),
          is_categorized: z.boolean(),
          created_at: instant,
          short_link_id: z.string(),
        }),
    ),
  },
  'GET /functions/v1/share': {
    summary: 'Redirects to the page of the newest product with an ASIN',
    access: 'public',
    query: z.object({
      asin: z
        .string()
        .trim()
        .toUpperCase()
        .regex(/^[A-Z0-9]{10}$/, 'Must be ten letters or digits.'),
    }),
    response: z.undefined(),
    status: 302,
  },
})
