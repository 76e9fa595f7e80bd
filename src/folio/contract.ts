import { z } from 'zod'
import { author } from '../people/contract.ts'
import { maxPastedLength } from '../shared/amazon/links.ts'
import { defineContract } from '../shared/contract.ts'
import { each } from '../shared/fields/by-name.ts'
import { longest } from '../shared/fields/longest.ts'
import {
  maxFurtherPhotos,
  maxTags,
  type OwnerField,
  optionalTexts,
  tooManyPhotos,
  tooManyTags,
} from '../shared/fields/owner-fields.ts'
import { id, instant, optionalText, page, slug, text } from '../shared/schemas.ts'
import { hasVisibleCharacter } from '../shared/text.ts'

export const category = z.object({ id, name: z.string(), slug: z.string(), sort_order: z.number().int() })

export const metadataSource = z.enum(['creators_api', 'page', 'sample', 'owner'])

/** A product as lists show it. `title` may be empty: it then shows as "Amazon item {ASIN}". */
export const productCard = z.object({
  id,
  user_id: id,
  short_link_id: z.string(),
  asin: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  user_comment: z.string().nullable(),
  image_url: z.string().nullable(),
  /** Amazon's picture is shown whole on white; a creator's own fills its box. */
  image_source: z.enum(['amazon', 'owner', 'sample']).nullable(),
  /** The side of the square of a creator's own picture in pixels, where that is known. */
  image_side: z.number().int().nullable(),
  /** Without an own photo: the slug of its category, whose sign stands where no picture is or loads. */
  sign: z.string().nullable(),
  /** US dollars, or null where no price may be shown (Amazon policy: at most 24 hours old). */
  price_usd: z.number().nullable(),
  price_as_of: instant.nullable(),
  clicks_count: z.number().int(),
  created_at: instant,
  profiles: author,
})

/** Why a product's shop link is dead, and since when that is known. */
export const attention = z.object({ reason: z.enum(['gone', 'out_of_stock']), since: instant })

/** That an admin has hidden a product from all but its owner, why, and since when. */
export const hidden = z.object({ reason: z.string(), since: instant })

/** What only the owner sees of a product. */
export const ownerExtras = z.object({
  clicks_count: z.number().int(),
  version: z.number().int(),
  metadata_source: metadataSource,
  /**
   * True until title and picture are the owner's or Amazon's. Without such a title the product is in no list of others.
   */
  needs_details: z.boolean(),
  attention: attention.nullable(),
  /** It has no place in everyone's feed before the owner's address is proven (decision 44). */
  waits_for_proof: z.boolean(),
  /** Its link could not be read, so that its ASIN is made up and names no item. */
  asin_is_made_up: z.boolean(),
})

/** A card in its owner's own lists. */
export const ownCard = productCard.extend({
  /** The item at its shop, without an associate tag: the owner's own visit must earn nothing. */
  amazon_url: z.string(),
  version: z.number().int(),
  tags: z.array(z.string()).nullable(),
  metadata_source: metadataSource,
  needs_details: z.boolean(),
  attention: attention.nullable(),
  hidden: hidden.nullable(),
})

export const product = productCard.omit({ sign: true, clicks_count: true }).extend({
  ...each(optionalTexts, () => z.string().nullable()),
  /** The creator's own photos beside the picture, in their order. */
  photos: z.array(z.object({ image_url: z.string(), image_side: z.number().int().nullable() })),
  tags: z.array(z.string()).nullable(),
  is_categorized: z.boolean(),
  categories: category.pick({ id: true, name: true, slug: true }).nullable(),
  /** The target of 'Shop on Amazon', with the tag of the product's marketplace. */
  shop_url: z.string(),
  amazon_host: z.string(),
  /** The list's link that it was asked for by: shop links carry it, and clicks name it. */
  list_link: z.string().nullable(),
  /** Searches for it in the shops of other marketplaces that have a tag. */
  elsewhere: z.array(z.object({ host: z.string(), url: z.string() })),
  /** For its owner and admins, the only ones who see it then. */
  hidden: hidden.nullable(),
  owner: ownerExtras.nullable(),
})

const writtenTexts = each(optionalTexts, (name) => optionalText(longest[name]))

const tags = z
  // Lower-cased before the length check, since some letters get longer: what is stored must pass when it is sent back.
  // In one form of Unicode, so that `é` typed on a phone and on a Mac are one tag.
  .array(z.string().toLowerCase().normalize('NFC').pipe(text(longest.tag)))
  .max(maxTags, tooManyTags)
  .transform((all) => [...new Set(all.filter(Boolean))])

const photos = z
  .array(z.string().max(2048))
  .max(maxFurtherPhotos, tooManyPhotos)
  .transform((all) => [...new Set(all)])

export const newProduct = z.object({
  amazon_url: text(maxPastedLength),
  /** Only used when the link itself has none. */
  asin: z
    .string()
    .regex(/^[A-Z0-9]{10}$/)
    .nullish(),
  title: text(longest.title).default(''),
  ...writtenTexts,
  /** Amazon's as it was looked up, a sample's, or the address of an uploaded picture of one's own. */
  image_url: z.string().max(2048).nullish(),
  /** Addresses of further uploaded pictures of one's own, in their order. */
  photos: photos.nullish(),
  /** Where Amazon returned nothing of the item, a full set of a sample's tags is left out. */
  tags: tags.nullish(),
  /** Null sends it to the Inbox. */
  category_id: id.nullable(),
} satisfies Record<OwnerField | 'amazon_url' | 'asin', z.ZodType>)

/** What its owner may change of a product; absent fields stay. */
export const productChanges = z
  .object({
    title: text(longest.title).pipe(z.string().refine(hasVisibleCharacter, 'Item title is required.')),
    ...writtenTexts,
    /** The current one, the address of an uploaded picture of one's own, or null for none. */
    image_url: z.string().max(2048).nullable(),
    /** Addresses of further uploaded pictures of one's own, in their order. */
    photos: photos.nullable(),
    tags: tags.nullable(),
    /** Null sends it to the Inbox. */
    category_id: id.nullable(),
  } satisfies Record<OwnerField, z.ZodType>)
  .partial()

export const folioContract = defineContract({
  'GET /api/v1/categories': {
    summary: 'All categories by sort_order',
    access: 'public',
    lags: true,
    response: z.object({ items: z.array(category) }),
  },
  'POST /api/v1/products': {
    summary: 'Publish a product, with its category or Inbox, short link and earnings record',
    access: 'user',
    creates: true,
    body: newProduct,
    response: product,
    status: 201,
  },
  'GET /api/v1/products/:ref': {
    summary: 'A product by short-link id, product id or ASIN (the newest with it)',
    access: 'public',
    lags: true,
    params: z.object({ ref: z.string() }),
    response: product,
  },
  // Named as in the GET, since one path can be in the API's document only once.
  'PATCH /api/v1/products/:ref': {
    summary: 'Change one of your products. Honours If-Match with its version: a stale one answers 412',
    access: 'user',
    params: z.object({ ref: id }),
    body: productChanges,
    response: product,
  },
  'DELETE /api/v1/products/:ref': {
    summary: 'Delete one of your products for good. Honours If-Match',
    access: 'user',
    params: z.object({ ref: id }),
    response: z.undefined(),
    status: 204,
  },
  'GET /api/v1/me/products': {
    summary: 'Your own collection, newest first; items that need attention, by clicks',
    access: 'user',
    query: z.object({
      /** A category's slug, or `inbox`. */
      category: slug.optional(),
      asin: z
        .string()
        .regex(/^[A-Z0-9]{10}$/)
        .optional(),
      /** Words that must each be part of a title, description or tag; case and accents do not matter. */
      q: text(200).min(1, 'Please enter a text to search for.').optional(),
      /** Only products with a dead shop link, the most clicked first. */
      attention: z.stringbool().optional(),
      limit: z.coerce.number().int().min(1).max(40).default(40),
      cursor: z.string().max(100).optional(),
    }),
    response: page(ownCard),
  },
  'GET /api/v1/me/categories': {
    summary: 'Your categories with how many of your products each holds, and the Inbox count',
    access: 'user',
    response: z.object({
      items: z.array(
        category.extend({
          is_pinned: z.boolean(),
          product_count: z.number().int(),
          /** Pictures of the newest three products, for the category's tile. */
          pictures: z.array(
            productCard.pick({ title: true, asin: true, image_url: true, image_source: true }),
          ),
        }),
      ),
      inbox_count: z.number().int(),
      /** How many products have a dead shop link. */
      attention_count: z.number().int(),
    }),
  },
})
