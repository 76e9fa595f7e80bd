import type { Member } from '../people-queries.ts'

/** A person in a list of people; the username is made from the name. */
export function memberCalled(name: string, values: Partial<Member> = {}): Member {
  const [first_name = '', last_name = ''] = name.split(' ')
  const number = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1e12, 7)
  return {
    id: `0193a000-0000-7000-8000-${String(number).padStart(12, '0')}`,
    first_name,
    last_name,
    username: first_name.toLowerCase(),
    avatar_url: null,
    bio: null,
    followers_count: 0,
    is_following: false,
    ...values,
  }
}
