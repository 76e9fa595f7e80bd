import { type AnswerOf, ApiError } from '../../client.ts'
import { nameRule } from '../sign-in/rules.ts'

export type Me = AnswerOf<'GET /api/v1/me'>

/** What the profile page edits, as texts. */
type Fields = { first_name: string; last_name: string; username: string; bio: string }

/** Only what has been typed into: everything else is shown, and stays, as the server has it. */
export type Draft = Partial<Fields>

/** What is wrong, beside its field. */
export type Problems = Partial<Record<keyof Fields, string>>

export const maxBioLength = 1_000

const fieldNames = ['first_name', 'last_name', 'username', 'bio'] as const satisfies (keyof Fields)[]

const savedFields = ({ first_name, last_name, username, bio }: Me): Fields => ({
  first_name,
  last_name,
  username,
  bio: bio ?? '',
})

/** What the fields hold: the saved profile with what was typed over it. */
export const shownFields = (me: Me, draft: Draft): Fields => ({ ...savedFields(me), ...draft })

/**
 * What would change, trimmed as the server does. Nothing else is sent, so that a save here leaves alone what was
 * saved elsewhere meanwhile.
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

/** What can be said about changes before the server is asked; the username has its own check. */
export function problemsOf({ first_name, last_name, bio }: Draft): Problems {
  const problems: Problems = {}
  const first = first_name === undefined || nameRule('First name')(first_name)
  const last = last_name === undefined || nameRule('Last name')(last_name)
  if (first !== true) problems.first_name = first
  if (last !== true) problems.last_name = last
  if (bio && bio.length > maxBioLength)
    problems.bio = `Use at most ${maxBioLength.toLocaleString('en-US')} characters.`
  return problems
}

/** The server's words about fields, from a save it refused. */
export function refusedFields(error: unknown): Problems {
  const problems: Problems = {}
  if (!(error instanceof ApiError)) return problems
  for (const field of fieldNames) {
    const found = error.problems.find(({ path }) => path === field)
    if (found) problems[field] = found.message
  }
  return problems
}

/** A draft without what has just been saved; what was typed since then stays. */
export function afterSaving(draft: Draft, sent: Draft): Draft {
  const left: Draft = {}
  for (const field of fieldNames) if (draft[field] !== sent[field]) left[field] = draft[field]
  return left
}
