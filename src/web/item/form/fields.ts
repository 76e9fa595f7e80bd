import { each } from '../../../shared/fields/by-name.ts'
import { longest } from '../../../shared/fields/longest.ts'
import {
  maxTags,
  type OwnerField,
  type OwnerText,
  ownerFields,
  ownerTexts,
  tooManyTags,
} from '../../../shared/fields/owner-fields.ts'
import type { ApiError } from '../../api/client.ts'

/** The fields that a person fills in before publishing. */
export type Fields = Record<OwnerText, string> & {
  organization: 'category' | 'inbox'
  /** The category's id; empty until one is chosen. It stays while 'Send to Inbox' is selected. */
  category_id: string
  tags: string[]
  /** The addresses of further photos of one's own. */
  photos: string[]
}

export const emptyFields: Fields = {
  ...each(ownerTexts, () => ''),
  organization: 'inbox',
  category_id: '',
  tags: [],
  photos: [],
}

/** The pictures have messages of their own. */
type FieldName = Exclude<OwnerField, 'image_url' | 'photos'>

/** The fields that can have a message, from the top of the form to its end. */
export const fieldNames = ownerFields.filter(
  (name): name is FieldName => name !== 'image_url' && name !== 'photos',
)

/** The error messages, by field. */
export type Problems = Partial<Record<FieldName, string>>

/** The message when neither a category nor the Inbox is chosen (docs/product/add-item.md#confirmation). */
export const organizationMissing = 'Please select a category or send to inbox'

const tooLong = (max: number) => `Use at most ${max.toLocaleString('en-US')} characters.`

/** Messages for fields beyond their limits. Shown while typing: nothing is cut silently. */
export function limitProblems(fields: Fields): Problems {
  const problems: Problems = {}
  for (const name of ownerTexts)
    if (fields[name].trim().length > longest[name]) problems[name] = tooLong(longest[name])
  if (fields.tags.length > maxTags) problems.tags = tooManyTags
  else if (fields.tags.some((tag) => tag.length > longest.tag)) problems.tags = tooLong(longest.tag)
  return problems
}

/** True when a category or the Inbox is chosen. */
export const isOrganized = ({ organization, category_id }: Fields): boolean =>
  organization === 'inbox' || (organization === 'category' && category_id !== '')

/** Messages for everything that prevents publishing. */
export function publishProblems(fields: Fields): Problems {
  return { ...limitProblems(fields), ...(!isOrganized(fields) && { category_id: organizationMissing }) }
}

/** True when a field differs from its first value. */
export const isEdited = (initial: Fields, fields: Fields): boolean =>
  JSON.stringify(initial) !== JSON.stringify(fields)

/** The present fields, and the fields and messages of the last refused attempt. */
type Attempt = { refusal: { problems: Problems; fields: Fields } | null; fields: Fields }

/** The messages to show: those of the last attempt until their field changes, and every limit exceeded now. */
export function shownProblems({ refusal, fields }: Attempt): Problems {
  const shown = limitProblems(fields)
  for (const name of fieldNames) {
    const isCurrent = refusal && isSameAt(name, refusal.fields, fields)
    if (isCurrent && refusal.problems[name]) shown[name] ??= refusal.problems[name]
  }
  return shown
}

const isSameAt = (name: FieldName, one: Fields, other: Fields): boolean =>
  one[name] === other[name] && (name !== 'category_id' || one.organization === other.organization)

/** The server's messages by field, the first for each: `tags.3` belongs to `tags`. */
export function problemsAt<FieldName extends string>(
  fieldNames: readonly FieldName[],
  found: ApiError['problems'],
): Partial<Record<FieldName, string>> {
  const problems: Partial<Record<FieldName, string>> = {}
  for (const { path, message } of found) {
    const name = fieldNames.find((candidate) => candidate === path.split('.')[0])
    if (name) problems[name] ??= message
  }
  return problems
}
