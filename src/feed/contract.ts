import { z } from 'zod'
import { productCard } from '../folio/contract.ts'
import { listCard } from '../lists/contract.ts'
import { anyName, author } from '../people/contract.ts'
import { member } from '../people/members-contract.ts'
import { defineContract } from '../shared/contract.ts'
import { id, instant, page, slug, text } from '../shared/schemas.ts'

/**
 * Whose products: everyone's, or those of people whom the caller follows. Without a signed-in caller `following` is
 * refused with `not_authenticated`.
 */
const scope = z.enum(['public', 'following']).default('public')
/** A category's slug. */
const category = slug.optional()
const cursor = z.string().max(100).optional()

/** The maximum of new products that are counted; there may be more. */
export const maxNewCounted = 100

/** The maximum of new lists above a following feed. */
export const maxNewLists = 6

/** The maximum of products that are asked for by their ids at once. */
const maxAsked = 40
const nothingSought = 'Please enter a text to search for.'

const foundProduct = productCard.extend({ tags: z.array(z.string()).nullable() })

const leadingCard = productCard.omit({
  description: true,
  user_comment: true,
  clicks_count: true,
  created_at: true,
})

/** Where a product's page leads on to (docs/product/product-page.md#what-it-leads-to). */
const doorway = z.object({
  /** The item that `also` is about; null for one of which no other can know. */
  item: z.object({ marketplace: z.string(), asin: z.string() }).nullable(),
  curator: author.extend({
    id,
    last_name: z.string(),
    bio: z.string().nullable(),
    followers_count: z.number().int(),
    products_count: z.number().int(),
  }),
  /** Public lists of the curator's with this product, the last changed first, three at most. */
  in_lists: z.array(z.object({ id, title: z.string(), slug: z.string() })),
  /** The curator's newest others, six at most. */
  more: z.array(leadingCard),
  /** Others who share the same item and say something of it, the best ranked first, five at most. */
  also: z.array(
    author.extend({
      id,
      last_name: z.string(),
      followers_count: z.number().int(),
      product_id: id,
      words: z.string(),
    }),
  ),
  /** The best ranked of its category, each of another person, six at most; null where it has none. */
  category: z.object({ name: z.string(), slug: z.string(), items: z.array(leadingCard) }).nullable(),
})
export type Doorway = z.input<typeof doorway>

/** On the first page of a following feed: what is new on it. */
const visit = z.object({
  /** Where the reader's last visit ended: what is newer is new to them. Null for their first visit. */
  since: instant.nullable(),
  /** What has been seen once this page has been; to be sent back then. */
  until: instant,
  /** Lists that followed people have made public since, the newest first, six at most. */
  lists: z.array(listCard).max(maxNewLists),
})

export const feedContract = defineContract({
  'GET /api/v1/feed': {
    summary: 'The public feed, or that of the people you follow, newest first, 40 a page',
    access: 'public',
    lags: true,
    query: z.object({ scope, category, cursor }),
    response: page(productCard).extend({ visit: visit.optional() }),
  },
  'GET /api/v1/feed/new': {
    summary: 'How many products have been posted since one of them, at most 100 counted',
    access: 'public',
    lags: true,
    query: z.object({
      scope,
      category,
      /** The cursor of the newest product shown; none where nothing is shown. */
      since: cursor,
    }),
    response: z.object({ count: z.number().int().min(0).max(maxNewCounted) }),
  },
  'GET /api/v1/products': {
    summary:
      'Products by their ids, at most 40: those of them that public lists show, in the order of the ids',
    access: 'public',
    lags: true,
    query: z.object({
      /** Ids with commas between them. */
      ids: z
        .string()
        .transform((ids) => ids.split(','))
        .pipe(z.array(id).min(1).max(maxAsked)),
    }),
    response: z.object({ items: z.array(productCard) }),
  },
  'GET /api/v1/products/search': {
    summary:
      'Products with a text in title, description or tags, newest first; case and accents do not matter',
    access: 'public',
    lags: true,
    query: z.object({
      q: text(200).min(1, nothingSought),
      scope,
      category,
      limit: z.coerce.number().int().min(1).max(40).default(8),
    }),
    response: z.object({
      items: z.array(foundProduct),
    }),
  },
  'GET /api/v1/search': {
    summary:
      'Products, tags and people with a text: a `#` before it asks for tags alone, an `@` for people alone. If nothing matches, the results with one letter corrected',
    access: 'public',
    lags: true,
    query: z.object({
      q: text(200).min(1, nothingSought),
      scope,
      category,
      limit: z.coerce.number().int().min(1).max(40).default(8),
    }),
    response: z.object({
      items: z.array(foundProduct),
      /** Tags of the products found that begin with the text, the most frequent first. */
      tags: z.array(z.string()),
      people: z.array(member.omit({ bio: true, is_following: true })),
      /** The corrected text that was searched, since nothing matches the typed one. */
      instead: z.string().nullable(),
    }),
  },
  'GET /api/v1/products/:ref/doorway': {
    summary:
      'Where a product’s page leads on to: its creator, their lists and products, others who share it, and its category. Of a deleted product its creator’s others alone',
    access: 'public',
    lags: true,
    params: z.object({ ref: z.string() }),
    response: doorway,
  },
  'GET /api/v1/profiles/:username/products': {
    summary:
      "A person's public products, newest first, 40 a page: all, of a category, or with a text in title, description or tags",
    access: 'public',
    lags: true,
    params: z.object({ username: anyName }),
    query: z.object({ category, q: text(200).min(1, nothingSought).optional(), cursor }),
    response: page(productCard),
  },
  'GET /api/v1/profiles/:username/popular': {
    summary: "A person's public products that were viewed most in ninety days, 40 a page",
    access: 'public',
    lags: true,
    params: z.object({ username: anyName }),
    query: z.object({ cursor }),
    response: page(productCard),
  },
  'GET /api/v1/profiles/:username/front': {
    summary: "What a person's storefront shows beside their products",
    access: 'public',
    lags: true,
    params: z.object({ username: anyName }),
    response: z.object({
      /** Their picks in order, at most six. */
      picks: z.array(productCard),
      /** The categories of their public products, the fullest first. */
      categories: z.array(z.object({ slug, name: z.string(), count: z.int().positive() })),
      /** How many public lists they have. */
      lists_count: z.int().nonnegative(),
    }),
  },
})
