import { optionalTexts } from './fields/owner-fields.ts'

/** How many products stand first on a storefront at most (docs/product/storefront.md#picks). */
export const maxPicks = 6

/** The columns of a collection's file, in their order; in JSON, the fields of each item. */
export const fileColumns = [
  'id',
  'short_link',
  'amazon_url',
  'asin',
  'title',
  ...optionalTexts,
  'category',
  'tags',
  'image_url',
  'photos',
  'created_at',
] as const

export type FileColumn = (typeof fileColumns)[number]

/** The largest file that is read. */
export const maxFileBytes = 16 * 1024 * 1024

/** The most items in one file. */
export const maxFileItems = 20_000

/** The most items that one call deletes: few enough that a closing page can still send their ids. */
export const maxDeleted = 500

/** The most categories that a person may pin (docs/product/my-folio.md#manage-categories). */
export const maxPinned = 8
