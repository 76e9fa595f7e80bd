import { longest } from '../../../shared/fields/longest.ts'
import { type AnswerOf, ApiError } from '../../api/client.ts'
import { nameRule } from '../sign-in/rules.ts'

export type Me = AnswerOf<'GET /api/v1/me'>

/** What the profile page edits, as texts. */
type Fields = { first_name: string; last_name: string; username: string; bio: string }

/** Only the fields that were typed into; all others show the saved value. */
export type Draft = Partial<Fields>

/** The error messages, by field. */
export type Problems = Partial<Record<keyof Fields, string>>

const fieldNames = ['first_name', 'last_name', 'username', 'bio'] as const satisfies (keyof Fields)[]

const savedFields = ({ first_name, last_name, username, bio }: Me): Fields => ({
  first_name,
  last_name,
  username,
  bio: bio ?? '',
})

/** The fields' values: the saved profile, overridden by what was typed. */
export const shownFields = (me: Me, draft: Draft): Fields => ({ ...savedFields(me), ...draft })

/**
 * The fields that differ from the saved profile, trimmed as the server trims them. Nothing else is sent, so that saving
 * here does not overwrite what was saved elsewhere meanwhile.
 */
export function changesOf(me: Me, draft: Draft): Draft {
  const saved = savedFields(me)
  const changes: Draft = {}
  for (const field of fieldNames) {
    const text = draft[field]?.trim()
    if (text !== undefined && text !== saved[field]) changes[field] = text
  }
  return changes
}

/** Errors that can be found without the server; the username has its own check. */
export function problemsOf({ first_name, last_name, bio }: Draft): Problems {
  const problems: Problems = {}
  const first = first_name === undefined || nameRule('First name')(first_name)
  const last = last_name === undefined || nameRule('Last name')(last_name)
  if (first !== true) problems.first_name = first
  if (last !== true) problems.last_name = last
  if (bio && bio.length > longest.bio)
    problems.bio = `Use at most ${longest.bio.toLocaleString('en-US')} characters.`
  return problems
}

/** The server's messages by field, from a refused save; empty for other errors. */
export function refusedFields(error: unknown): Problems {
  const problems: Problems = {}
  if (!(error instanceof ApiError)) return problems
  for (const field of fieldNames) {
    const found = error.problems.find(({ path }) => path === field)
    if (found) problems[field] = found.message
  }
  return problems
}

/** The draft without the fields just saved; what was typed since then stays. */
export function afterSaving(draft: Draft, sent: Draft): Draft {
  const left: Draft = {}
  for (const field of fieldNames) if (draft[field] !== sent[field]) left[field] = draft[field]
  return left
}
