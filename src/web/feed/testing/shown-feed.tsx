import { page } from 'vitest/browser'
import type { AnswerOf } from '../../api/client.ts'
import { memberCalled } from '../../people/testing/members.ts'
import { cardWith, mugs } from '../../product/testing/card.ts'
import type { Answers } from '../../testing/fake-api.ts'
import { me } from '../../testing/people.ts'
import { renderScreen } from '../../testing/screen.tsx'
import { FeedPage } from '../feed-page.tsx'

const categories = ['Books', 'Garden', 'Kitchen'].map((name, index) => ({
  id: `0193a000-0000-7000-8000-00000000000${index}`,
  name,
  slug: name.toLowerCase(),
  sort_order: index,
}))
export const book = cardWith({ title: 'An old book' }, 500)
export const pageOf = (...items: AnswerOf<'GET /api/v1/feed'>['items']) => ({ items, next_cursor: null })

/** Answers everybody's feed by category. */
export const feed: NonNullable<Answers['GET /api/v1/feed']> = ({ query }) => {
  if (query?.cursor) return pageOf(...mugs(5, 41), book)
  if (!query?.category) return { items: mugs(40), next_cursor: 'more' }
  return query.category === 'books' ? pageOf(book) : pageOf()
}

export type Options = Pick<NonNullable<Parameters<typeof renderScreen>[1]>, 'api' | 'session' | 'route'>

/** Renders everybody's feed for a visitor, on a phone: 40 mugs, and more on the next page. */
export const shown = ({ api, session = null, route = '/feed' }: Options = {}) =>
  renderScreen(<FeedPage feed={{ items: mugs(40), next_cursor: 'more' }} categories={categories} />, {
    route,
    session,
    api: { 'GET /api/v1/feed': feed, ...api },
  })

/** The signed-in person follows somebody, so that there is a following feed. */
export const following: Answers = {
  'GET /api/v1/me': () => me,
  'GET /functions/v1/people-stats': () => ({ following_count: 1, followers_count: 0 }),
  'GET /functions/v1/people-top': () => ({ creators: [], count: 0 }),
  'GET /api/v1/me/following': () => ({
    items: [memberCalled('Theo Lindqvist', { is_following: true })],
    next_cursor: null,
    following_count: 1,
  }),
}
export const scope = (name: 'Explore public posts' | 'Home feed (following)') =>
  page.getByRole('group', { name: 'Whose items' }).getByRole('button', { name })

export const chips = page.getByRole('group', { name: 'Category' })
export const chip = (name: string) => chips.getByRole('button', { name, exact: true })
export const failed = page.getByRole('alert').getByText('Failed to load products')
export const retry = page.getByRole('button', { name: 'Retry' })
