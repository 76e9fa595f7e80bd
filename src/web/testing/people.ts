import type { AnswerOf } from '../api/client.ts'
import { person } from './session.ts'

/** The signed-in person, as `GET /api/v1/me` answers. */
export const me: AnswerOf<'GET /api/v1/me'> = {
  id: person.id,
  email: person.email,
  first_name: 'Maya',
  last_name: 'Okafor',
  username: 'maya',
  avatar_url: null,
  bio: null,
  cover_url: null,
  links: [],
  followers_count: 0,
  following_count: 0,
  products_count: 0,
  has_password: true,
  is_admin: false,
  first_steps: null,
}
