import type { AnswerOf } from '../../api/client.ts'

export type Me = AnswerOf<'GET /api/v1/me'>

/** What the profile page edits, as texts. */
export type ProfileFields = { first_name: string; last_name: string; username: string; bio: string }

/** What is saved of it. */
export const savedFields = ({ first_name, last_name, username, bio }: Me): ProfileFields => ({
  first_name,
  last_name,
  username,
  bio: bio ?? '',
})

/**
 * The fields that differ from the saved profile, trimmed as the server trims them. Nothing else is sent, so that saving
 * here does not overwrite what was saved elsewhere meanwhile.
 */
export function changesOf(me: Me, typed: ProfileFields): Partial<ProfileFields> {
  const saved = savedFields(me)
  const names = Object.keys(saved) as (keyof ProfileFields)[]
  const changed = names.filter((name) => typed[name].trim() !== saved[name])
  return Object.fromEntries(changed.map((name) => [name, typed[name].trim()]))
}
