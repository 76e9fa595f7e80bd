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
})

/** The fields as the call takes them, by part. */
const sent = (fields: ItemFields) =>
  ({
    image_url: fields.image_url,
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
