import { each } from '../../../shared/fields/by-name.ts'
import { type OwnerField, ownerFields, ownerTexts } from '../../../shared/fields/owner-fields.ts'
import type { AnswerOf } from '../../api/client.ts'
import { type Fields, isOrganized, limitProblems, organizationMissing } from './fields.ts'

/** An item as calls answer it to its owner. */
export type Item = AnswerOf<'GET /api/v1/products/:ref'>

/** The fields of a published item that can be changed. */
export type ItemFields = Fields & { image_url: string | null }

/**
 * The parts of an item that may differ between versions, in the order of the form. `category_id` stands for the Inbox
 * too.
 */
export const parts = ownerFields

export type Part = OwnerField

/** The error messages, by part. */
export type Problems = Partial<Record<Part, string>>

/** The message when the title is blank (docs/product/edit-item.md#edit-dialog). */
export const titleMissing = 'Item title is required.'

/** An item as the form shows it: without a category it is in the Inbox (docs/product/edit-item.md#edit-dialog). */
export const fieldsOf = (item: Item): ItemFields => ({
  ...each(ownerTexts, (name) => item[name] ?? ''),
  organization: item.categories ? 'category' : 'inbox',
  category_id: item.categories?.id ?? '',
  tags: item.tags ?? [],
  image_url: item.image_url,
  photos: item.photos.map(({ image_url }) => image_url),
})

/** The fields as the call takes them, by part. */
const sent = (fields: ItemFields) =>
  ({
    image_url: fields.image_url,
    photos: fields.photos,
    ...each(ownerTexts, (name) => fields[name].trim()),
    category_id: fields.organization === 'category' ? fields.category_id : null,
    tags: fields.tags,
  }) satisfies Record<Part, unknown>

/** The parts in which two versions of the fields differ. */
export function differentParts(one: ItemFields, other: ItemFields): Part[] {
  const [first, second] = [sent(one), sent(other)]
  return parts.filter((part) => JSON.stringify(first[part]) !== JSON.stringify(second[part]))
}

/**
 * The changed parts, as the call takes them. Unchanged parts are left out, so that what someone else changed meanwhile
 * stays.
 */
export function changesOf(initial: ItemFields, fields: ItemFields): Partial<ReturnType<typeof sent>> {
  const all = sent(fields)
  return Object.fromEntries(differentParts(initial, fields).map((part) => [part, all[part]]))
}

/** The fields with some parts taken from another version. */
export function withParts(fields: ItemFields, taken: readonly Part[], from: ItemFields): ItemFields {
  const merged = { ...fields }
  for (const part of taken) Object.assign(merged, { [part]: from[part] })
  return taken.includes('category_id') ? { ...merged, organization: from.organization } : merged
}

/** Messages for everything that prevents saving. */
export function saveProblems(fields: ItemFields): Problems {
  return {
    ...(fields.title.trim() === '' && { title: titleMissing }),
    ...limitProblems(fields),
    ...(!isOrganized(fields) && { category_id: organizationMissing }),
  }
}

/** A change of the fields; a function where it depends on what they are by then. */
export type FieldsChange = Partial<ItemFields> | ((fields: ItemFields) => Partial<ItemFields>)

export const changedFields = (fields: ItemFields, change: FieldsChange): ItemFields => ({
  ...fields,
  ...(typeof change === 'function' ? change(fields) : change),
})

type Pictured = Pick<ItemFields, 'image_url' | 'photos'>

/**
 * The person's own photos in their order, the card's first. `given` is a picture of Amazon's or a sample's, which is
 * none of them.
 */
export const ownPhotosOf = ({ image_url, photos }: Pictured, given: string | null): string[] =>
  image_url && image_url !== given ? [image_url, ...photos] : photos

/** The fields with these photos; without one the card shows `instead`. */
export const withOwnPhotos = (photos: string[], instead: string | null): Pictured => ({
  image_url: photos[0] ?? instead,
  photos: photos.slice(1),
})

type Refusal = { problems: Problems; fields: Pictured }

/** What is wrong with the pictures, as long as they are those that were refused. */
export const pictureProblem = ({ problems, fields }: Refusal, now: Pictured): string | undefined =>
  fields.image_url === now.image_url && fields.photos === now.photos
    ? (problems.image_url ?? problems.photos)
    : undefined

/** The fields with another own photo behind the others. `given` is as in {@link ownPhotosOf}. */
export const withOwnPhoto =
  (photo: string, given: string | null) =>
  (fields: ItemFields): Pictured =>
    withOwnPhotos([...ownPhotosOf(fields, given), photo], null)
