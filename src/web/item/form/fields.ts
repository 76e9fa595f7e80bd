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
export const places = ['title', 'user_comment', 'description', 'category_id', 'tags'] as const

export type Place = (typeof places)[number]

/** What is wrong, by the place that shows it. */
export type Problems = Partial<Record<Place, string>>

/** As the server limits them; its own check decides. */
export const limits = { title: 500, user_comment: 2000, description: 5000, tag: 40, tags: 20 }

/** Said when neither a category nor the Inbox is chosen (spec section 5). */
export const organizationMissing = 'Please select a category or send to inbox'

const tooLong = (max: number) => `Use at most ${max.toLocaleString('en-US')} characters.`

/** Fields beyond their limits. Shown while typing: nothing is cut silently. */
export function limitProblems(fields: Fields): Problems {
  const problems: Problems = {}
  for (const place of ['title', 'user_comment', 'description'] as const)
    if (fields[place].trim().length > limits[place]) problems[place] = tooLong(limits[place])
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
