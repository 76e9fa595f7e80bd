/** The columns of a collection's file, in their order; in JSON, the fields of each item. */
export const fileColumns = [
  'id',
  'short_link',
  'amazon_url',
  'asin',
  'title',
  'description',
  'user_comment',
  'category',
  'tags',
  'image_url',
  'created_at',
] as const

export type FileColumn = (typeof fileColumns)[number]

/** The largest file that is read. */
export const maxFileBytes = 16 * 1024 * 1024

/** As many items as one file may hold. */
export const maxFileItems = 20_000

/** As many items as one call deletes: few enough that their ids can still be sent by a page that is being closed. */
export const maxDeleted = 500

/** As many categories as a person may pin (docs/product/my-folio.md#manage-categories). */
export const maxPinned = 8
