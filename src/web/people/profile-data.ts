import type { AnswerOf } from '../client.ts'

export type ProfileData = AnswerOf<'GET /api/v1/profiles/:username'>

/** First and last name as one. */
export const fullName = (profile: Pick<ProfileData, 'first_name' | 'last_name'>): string =>
  `${profile.first_name} ${profile.last_name}`.trim()
