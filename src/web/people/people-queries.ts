import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { AnswerOf, Api } from '../api/client.ts'

/** The start of every query key below: each answer depends on whom the signed-in person follows. */
export const peopleKey = ['people']

/** How often a visible page loads again what others change, in milliseconds; TanStack pauses it while hidden. */
const askAgainMs = 20_000

/** The queries' keys; a search's and a profile's are completed by text and id. */
export const peopleKeys = {
  stats: [...peopleKey, 'stats'],
  following: [...peopleKey, 'following'],
  top: [...peopleKey, 'top'],
  search: [...peopleKey, 'search'],
  profile: (userId: string) => [...peopleKey, 'profile', userId],
}

/** The numbers of people the person follows, and of their followers. */
export const statsQuery = (api: Api) =>
  queryOptions({
    queryKey: peopleKeys.stats,
    queryFn: ({ signal }) => api('GET /functions/v1/people-stats', {}, { signal }),
    refetchInterval: askAgainMs,
    refetchOnWindowFocus: 'always',
  })

/** The people the person follows, the last followed first, 20 a page (docs/product/people.md#people-panel). */
export const followingQuery = (api: Api) =>
  infiniteQueryOptions({
    queryKey: peopleKeys.following,
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/me/following', { query: pageParam ? { cursor: pageParam } : {} }, { signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    refetchOnWindowFocus: true,
  })

/** The top creators of this week, without those already followed (docs/product/people.md#top-creators). */
export const topCreatorsQuery = (api: Api) =>
  queryOptions({
    queryKey: peopleKeys.top,
    queryFn: ({ signal }) => api('GET /functions/v1/people-top', { query: {} }, { signal }),
    refetchOnWindowFocus: true,
  })

/** People with a text in their name or username (docs/product/people.md#member-search). */
export const memberSearchQuery = (api: Api, text: string) =>
  queryOptions({
    queryKey: [...peopleKeys.search, text],
    queryFn: ({ signal }) => api('GET /functions/v1/people-search', { query: { q: text } }, { signal }),
  })

/** A profile with its counts, and whether the signed-in person follows it. */
export const profileQuery = (api: Api, { id, username }: { id: string; username: string }) =>
  queryOptions({
    queryKey: peopleKeys.profile(id),
    queryFn: ({ signal }) => api('GET /api/v1/profiles/:username', { params: { username } }, { signal }),
    staleTime: 0,
    refetchInterval: askAgainMs,
    refetchOnWindowFocus: 'always',
  })

/** Someone in a list of people. */
export type Member = AnswerOf<'GET /api/v1/me/following'>['items'][number]

/** The data needed to follow someone and to show them in a list of people. */
export type Followable = Omit<Member, 'is_following'>
