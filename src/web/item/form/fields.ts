import type { ApiError } from '../../client.ts'

/** What a person fills in before posting. */
export type Fields = {
  title: string
  user_comment: string
  description: string
  organization: 'category' | 'inbox'
  /** Empty until a category is chosen; kept while 'Send to Inbox' is tried out. */
  category_id: string
  tags: string[]
}

export const emptyFields: Fields = {
  title: '',
  user_comment: '',
  description: '',
  organization: 'inbox',
  category_id: '',
  tags: [],
}

/** The places a message can stand at, from the top of the form to its end. */
export const fieldNames = ['title', 'user_comment', 'description', 'category_id', 'tags'] as const

type FieldName = (typeof fieldNames)[number]

/** What is wrong, by the place that shows it. */
export type Problems = Partial<Record<FieldName, string>>

/** As the server limits them; its own check decides. */
const limits = { title: 500, user_comment: 2000, description: 5000, tag: 40, tags: 20 }

/** Said when neither a category nor the Inbox is chosen (docs/product/add-item.md#confirmation). */
export const organizationMissing = 'Please select a category or send to inbox'

const tooLong = (max: number) => `Use at most ${max.toLocaleString('en-US')} characters.`

/** Fields beyond their limits. Shown while typing: nothing is cut silently. */
export function limitProblems(fields: Fields): Problems {
  const problems: Problems = {}
  for (const name of ['title', 'user_comment', 'description'] as const)
    if (fields[name].trim().length > limits[name]) problems[name] = tooLong(limits[name])
  if (fields.tags.length > limits.tags) problems.tags = `Use at most ${limits.tags} tags.`
  else if (fields.tags.some((tag) => tag.length > limits.tag)) problems.tags = tooLong(limits.tag)
  return problems
}

/** True when a category or the Inbox is chosen. */
export const isOrganized = ({ organization, category_id }: Fields): boolean =>
  organization === 'inbox' || (organization === 'category' && category_id !== '')

/** Everything that keeps the fields from being posted. */
export function postProblems(fields: Fields): Problems {
  return { ...limitProblems(fields), ...(!isOrganized(fields) && { category_id: organizationMissing }) }
}

/** True when something was typed or chosen since the fields were filled. */
export const isEdited = (initial: Fields, fields: Fields): boolean =>
  JSON.stringify(initial) !== JSON.stringify(fields)

/** The fields as they are now, and as they were when they were last refused. */
type Attempt = { refusal: { problems: Problems; fields: Fields } | null; fields: Fields }

/** The messages to show: those of the last attempt until their field is changed, and every limit crossed now. */
export function shownProblems({ refusal, fields }: Attempt): Problems {
  const shown = limitProblems(fields)
  for (const name of fieldNames) {
    const stands = refusal && isSameAt(name, refusal.fields, fields)
    if (stands && refusal.problems[name]) shown[name] ??= refusal.problems[name]
  }
  return shown
}

const isSameAt = (name: FieldName, one: Fields, other: Fields): boolean =>
  one[name] === other[name] && (name !== 'category_id' || one.organization === other.organization)

/** The server's messages at a form's places, the first of each: `tags.3` is of the tags. */
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
