import { z } from 'zod'
import { hidden, productCard } from '../folio/contract.ts'
import { anyName, author } from '../people/contract.ts'
import { defineContract } from '../shared/contract.ts'
import { longest } from '../shared/fields/longest.ts'
import { id, instant, optionalText, page, text } from '../shared/schemas.ts'
import { hasVisibleCharacter } from '../shared/text.ts'

/** A place on a look's photo, in ten-thousandths of its width and height. */
export const point = z.object({ x: z.int().min(0).max(10_000), y: z.int().min(0).max(10_000) })

/** What a list's card shows of a product: an own photo of its creator, or type; never Amazon's picture. */
const listPicture = productCard.pick({
  id: true,
  title: true,
  asin: true,
  image_url: true,
  image_side: true,
  sign: true,
})

/** A list in an overview of several. */
export const listCard = z.object({
  id,
  user_id: id,
  slug: z.string(),
  title: z.string(),
  words: z.string().nullable(),
  is_look: z.boolean(),
  /** How many products it has; to others, how many they may see. */
  items_count: z.int().nonnegative(),
  updated_at: instant,
  /** An own photo of the list's owner. */
  cover_url: z.string().nullable(),
  /** The first three of a look. */
  points: z.array(point).max(3),
  /** Its first four products. */
  pictures: z.array(listPicture).max(4),
  profiles: author,
})

/** Why a list cannot become public now. */
export const notYetPublic = z.enum(['too_few', 'unproven', 'tomorrow'])

/** A list as its owner sees it. */
export const ownListCard = listCard.extend({
  is_public: z.boolean(),
  /** The one that the hearts of a browser are kept in; it stays private. */
  is_saved: z.boolean(),
  version: z.int(),
  /** How many of its products others may see. */
  shown_count: z.int().nonnegative(),
  /** An admin has hidden it from everyone else. */
  hidden: hidden.nullable(),
  /** The item of the product that was asked about; null where the list has it not. */
  item_id: id.nullable().optional(),
  /** Null if it is public, or may become so now. */
  may_be_public: notYetPublic.nullable(),
})

const ofItem = {
  id,
  /** Its place in the list, from 1. */
  number: z.int().positive(),
  line: z.string().nullable(),
  /** Its point on a look's photo; null without one. */
  point: point.nullable(),
  /** The list's own link to it; null while the list has never been public. */
  short_link_id: z.string().nullable(),
  /** Whether the product is the list owner's own. */
  is_own: z.boolean(),
}

/** A product in a list, as others see it. */
export const listItem = z.object({ ...ofItem, product: productCard })

/** The same for the list's owner. */
export const ownListItem = z.object({
  ...ofItem,
  /** Null where it is no longer shared. */
  product: productCard.nullable(),
  no_longer_shared: z.boolean(),
  /** Whether others see it in the list once that is public. */
  is_shown: z.boolean(),
})

const listFields = {
  title: text(longest.listTitle).pipe(z.string().refine(hasVisibleCharacter, 'Please enter a title.')),
  words: optionalText(longest.listWords),
  /** The address of an uploaded picture of one's own; null for none. */
  cover_url: z.string().min(1).max(2048).nullish(),
  /** Whether its cover is a photo with points on it. */
  is_look: z.boolean(),
}

/** Products by their ids: those that are in the list already, or that nobody may put into one, are left out. */
const product_ids = z.array(id).min(1).max(100)

export const newList = z.object({
  ...listFields,
  is_look: listFields.is_look.default(false),
  product_ids: product_ids.min(0).default([]),
})

/** What its owner may change of a list; absent fields stay. */
export const listChanges = z
  .object({
    ...listFields,
    words: text(longest.listWords)
      .transform((words) => words || null)
      .nullable(),
    cover_url: z.string().min(1).max(2048).nullable(),
    is_public: z.boolean(),
  })
  .partial()

/** What the list's owner may change of an item; absent fields stay. */
export const itemChanges = z
  .object({
    line: text(longest.listLine)
      .transform((line) => line || null)
      .nullable(),
    point: point.nullable(),
  })
  .partial()

const cursor = z.object({ cursor: z.string().max(100).optional() })
const ofList = z.object({ id })
const ofListItem = z.object({ id, item_id: id })

/** Public lists, for anyone. */
export const listsContract = defineContract({
  'GET /api/v1/profiles/:username/lists': {
    summary: 'The public lists of a person, by current or former username, the latest changed first',
    access: 'public',
    lags: true,
    params: z.object({ username: anyName }),
    response: page(listCard),
  },
  'GET /api/v1/lists/:username/:slug': {
    summary: 'A public list with 40 of its products, by current or former names of person and list',
    access: 'public',
    lags: true,
    params: z.object({ username: anyName, slug: z.string().max(100).toLowerCase() }),
    query: cursor,
    response: listCard.extend({
      last_name: z.string(),
      items: page(listItem),
    }),
  },
})

/** A person's own lists. */
export const ownListsContract = defineContract({
  'GET /api/v1/me/lists': {
    summary: 'Your lists, the latest changed first; with a product, which item of each it is',
    access: 'user',
    query: z.object({ product_id: id.optional() }),
    response: z.object({ items: z.array(ownListCard) }),
  },
  'POST /api/v1/me/lists': {
    summary: 'Make a private list, with up to 100 products',
    access: 'user',
    creates: true,
    body: newList,
    response: ownListCard,
    status: 201,
  },
  'GET /api/v1/me/lists/:id': {
    summary: 'One of your lists with 40 of its products',
    access: 'user',
    params: ofList,
    query: cursor,
    response: ownListCard.extend({ items: page(ownListItem) }),
  },
  'GET /api/v1/me/lists/:id/products': {
    summary: 'Which of your own products one of your lists has',
    access: 'user',
    params: ofList,
    response: z.object({ product_ids: z.array(id) }),
  },
  'PATCH /api/v1/me/lists/:id': {
    summary: 'Change one of your lists. Honours If-Match with its version: a stale one answers 412',
    access: 'user',
    params: ofList,
    body: listChanges,
    response: ownListCard,
  },
  'DELETE /api/v1/me/lists/:id': {
    summary:
      'Delete one of your lists for good; its links lead to the products from then on. Honours If-Match',
    access: 'user',
    params: ofList,
    response: z.undefined(),
    status: 204,
  },
  'POST /api/v1/me/lists/:id/items': {
    summary: 'Put products at the end of one of your lists; those in it already stay where they are',
    access: 'user',
    params: ofList,
    body: z.object({ product_ids }),
    response: z.object({ added: z.int().nonnegative(), items_count: z.int().nonnegative() }),
  },
  'PATCH /api/v1/me/lists/:id/items/:item_id': {
    summary: 'Change your line about a product of the list, or its point on the photo',
    access: 'user',
    params: ofListItem,
    body: itemChanges,
    response: ownListItem,
  },
  'DELETE /api/v1/me/lists/:id/items/:item_id': {
    summary:
      'Take a product out of one of your lists. With two left that others may see, the list is private',
    access: 'user',
    params: ofListItem,
    response: z.undefined(),
    status: 204,
  },
  'POST /api/v1/me/lists/:id/items/:item_id/move': {
    summary: 'Put an item of the list before another one, or at the end',
    access: 'user',
    params: ofListItem,
    body: z.object({ before: id.nullable() }),
    response: z.undefined(),
    status: 204,
  },
  'POST /api/v1/me/saved': {
    summary: 'Put products into your private list Saved, which is made where you have none',
    access: 'user',
    body: z.object({ product_ids }),
    response: z.object({ added: z.int().nonnegative(), items_count: z.int().nonnegative() }),
  },
})

/** What creators decide of their products in lists of others. */
export const listedProductsContract = defineContract({
  'GET /api/v1/products/:ref/lists': {
    summary: 'The public lists of others that show one of your products, at most 100',
    access: 'user',
    params: z.object({ ref: id }),
    response: z.object({
      items: z.array(listCard.pick({ id: true, slug: true, title: true, profiles: true })),
    }),
  },
  'POST /api/v1/products/:ref/lists/:list_id/refuse': {
    summary: 'Take one of your products out of a public list of somebody else, for good',
    access: 'user',
    params: z.object({ ref: id, list_id: id }),
    response: z.undefined(),
    status: 204,
  },
})
