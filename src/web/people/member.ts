import type { AnswerOf } from '../client.ts'

/** Someone in a list of people. */
export type Member = AnswerOf<'GET /api/v1/me/following'>['items'][number]

/** What is to be known of someone to follow them and to show them in a list of people. */
export type Followable = Omit<Member, 'is_following'>

/** '1 follower', '1,204 followers'. */
export const followersText = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'follower' : 'followers'}`
