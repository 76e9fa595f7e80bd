import type { AnswerOf } from '../client.ts'
import { person } from './session.ts'

type Me = AnswerOf<'GET /api/v1/me'>

/** The own profile of who looks at the screen. */
export const profileOf = (rest: Partial<Me> = {}): Me => ({
  id: person.id,
  email: person.email,
  first_name: 'Maya',
  last_name: 'Okafor',
  username: 'maya',
  avatar_url: null,
  bio: null,
  followers_count: 0,
  following_count: 0,
  products_count: 0,
  has_password: true,
  is_admin: false,
  ...rest,
})
