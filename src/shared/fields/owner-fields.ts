/**
 * What owners write of a product, in the order of the forms. Contracts, dialogs, edits, import, export, tombstone and
 * moderation take their fields from here: a field added to the list fails type-checking wherever it is not dealt with.
 */
export const ownerFields = [
  'image_url',
  'photos',
  'title',
  'user_comment',
  'description',
  'category_id',
  'tags',
] as const

export type OwnerField = (typeof ownerFields)[number]

/** The fields that stand in a product's own row. */
export const storedFields = ownerFields.filter((name) => name !== 'category_id')

export type StoredField = (typeof storedFields)[number]

/** The fields that are texts, each with its length in `longest`. */
export const ownerTexts = storedFields.filter(
  (name) => name !== 'image_url' && name !== 'photos' && name !== 'tags',
)

export type OwnerText = (typeof ownerTexts)[number]

/** The texts that may be empty, in the order of files and answers. */
export const optionalTexts = ['description', 'user_comment'] as const satisfies OwnerText[]

export type OptionalText = (typeof optionalTexts)[number]

/** The most photos of a product beside its picture, which cards show. */
export const maxFurtherPhotos = 3
export const tooManyPhotos = 'Use at most 4 photos.'

/** The most tags of a product. */
export const maxTags = 20
export const tooManyTags = 'Use at most 20 tags.'
