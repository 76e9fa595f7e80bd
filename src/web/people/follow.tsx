import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { AnswerOf } from '../client.ts'
import type { Followable, Member } from './member.ts'
import { peopleKey, peopleKeys } from './people-queries.ts'

/** Someone in the list of whom one follows. `isNew`: followed since it was loaded, and given a place by the next load. */
export type FollowedMember = Member & { isNew?: true }

type FollowingPage = Omit<AnswerOf<'GET /api/v1/me/following'>, 'items'> & { items: FollowedMember[] }
type Following = InfiniteData<FollowingPage>
type Creators = AnswerOf<'GET /functions/v1/people-top'>
type Found = AnswerOf<'GET /functions/v1/people-search'>
type Stats = AnswerOf<'GET /functions/v1/people-stats'>
type Profile = AnswerOf<'GET /api/v1/profiles/:username'>

type Change = {
  person: Followable
  isFollowing: boolean
  /** What the server counted, once it has answered; until then one more or one less. */
  counted?: { followers_count: number; following_count: number }
}

/** Stops what is being read again about people: it may be from before a change. First answers are let through. */
export const stopReading = (client: QueryClient): Promise<void> =>
  client.cancelQueries({ queryKey: peopleKey, predicate: ({ state }) => state.data !== undefined })

/** Shows everywhere in the cache that someone is followed, or no longer. Nobody leaves or changes their place. */
export function showFollow(client: QueryClient, change: Change): void {
  client.setQueryData<Stats>(peopleKeys.stats, (stats) => stats && withFollowingCount(stats, change))
  client.setQueryData<Following>(peopleKeys.following, (list) => list && withFollowed(list, change))
  client.setQueryData<Creators>(
    peopleKeys.top,
    (known) => known && { ...known, creators: withFollow(known.creators, change) },
  )
  client.setQueriesData<Found>(
    { queryKey: peopleKeys.search },
    (found) => found && { ...found, users: withFollow(found.users, change) },
  )
  client.setQueryData<Profile>(
    peopleKeys.profile(change.person.id),
    (profile) => profile && followed(profile, change),
  )
}

const withFollow = <Person extends Member>(people: Person[], change: Change): Person[] =>
  people.map((person) => (person.id === change.person.id ? followed(person, change) : person))

/** Counts one more or less only where that was not shown already. */
function followed<Person extends { is_following: boolean | null; followers_count: number }>(
  person: Person,
  { isFollowing, counted }: Change,
): Person {
  const step = person.is_following === isFollowing ? 0 : isFollowing ? 1 : -1
  const followers_count = counted?.followers_count ?? Math.max(0, person.followers_count + step)
  return { ...person, is_following: isFollowing, followers_count }
}

const withFollowingCount = <Counts extends { following_count: number }>(
  counts: Counts,
  { isFollowing, counted }: Change,
): Counts => ({
  ...counts,
  following_count: counted?.following_count ?? Math.max(0, counts.following_count + (isFollowing ? 1 : -1)),
})

function withFollowed({ pages, pageParams }: Following, change: Change): Following {
  const isListed = pages.some(({ items }) => items.some(({ id }) => id === change.person.id))
  const added: FollowedMember[] =
    isListed || !change.isFollowing
      ? []
      : [followed({ ...change.person, is_following: false, isNew: true as const }, change)]
  return {
    pageParams,
    pages: pages.map((page, index) => ({
      ...withFollowingCount(page, change),
      items: [...(index === 0 ? added : []), ...withFollow(page.items, change)],
    })),
  }
}
