import { mugs } from '../../product/testing/card.ts'
import type { Answers } from '../../testing/fake-api.ts'
import { me } from '../../testing/people.ts'
import { person } from '../../testing/session.ts'
import type { Storefront } from '../profile/load-profile.ts'

export const theosLinks = [
  { url: 'https://instagram.com/theo', name: 'Instagram', sign: 'camera' as const },
  { url: 'https://theo.example/', name: 'theo.example', sign: 'globe' as const },
]

/** Somebody’s storefront with three picks. */
export const theo: Storefront = {
  profile: {
    id: '0193a000-0000-7000-8000-00000000000d',
    first_name: 'Theo',
    last_name: 'Lindqvist',
    username: 'theo',
    avatar_url: null,
    bio: 'Coffee, clay and chairs.',
    cover_url: '/art/kettle.svg',
    links: theosLinks,
    followers_count: 0,
    following_count: 0,
    products_count: 42,
    is_following: null,
  },
  front: {
    picks: mugs(3, 70),
    categories: [
      { slug: 'kitchen', name: 'Kitchen', count: 30 },
      { slug: 'home', name: 'Home', count: 12 },
    ],
    lists_count: 2,
  },
  products: { items: mugs(3), next_cursor: null },
  tab: 'products',
}
/** The signed-in person’s own. */
export const ownFront: Storefront = { ...theo, profile: { ...theo.profile, id: person.id, username: 'maya' } }

/** What is asked where its owner opens it. */
export const ownFrontAnswers: Answers = {
  'GET /api/v1/me': () => me,
  'GET /api/v1/profiles/:username': () => ({ ...ownFront.profile, is_following: null }),
}
