/**
 * What owners write of a product, in the order of the forms. Contracts, dialogs, import and edits take their fields from
 * here: a field added to the list fails type-checking wherever it is not dealt with.
 */
export const ownerFields = [
  'image_url',
  'title',
  'user_comment',
  'description',
  'category_id',
  'tags',
] as const

export type OwnerField = (typeof ownerFields)[number]

/** The fields that stand in a product's own row. */
export type StoredField = Exclude<OwnerField, 'category_id'>

/** The most tags of a product. */
export const maxTags = 20
export const tooManyTags = 'Use at most 20 tags.'

/** The fields that are texts, each with its length in `longest`. */
export type OwnerText = Exclude<OwnerField, 'image_url' | 'category_id' | 'tags'>

export const ownerTexts = ownerFields.filter(
  (name): name is OwnerText => name !== 'image_url' && name !== 'category_id' && name !== 'tags',
)
