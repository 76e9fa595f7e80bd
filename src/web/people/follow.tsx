import {
  type InfiniteData,
  type QueryClient,
  useIsMutating,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import clsx from 'clsx'
import { type ComponentProps, useCallback } from 'react'
import { hasCode } from '../../shared/errors.ts'
import { fullName } from '../../shared/full-name.ts'
import type { AnswerOf, ApiError } from '../api/client.ts'
import { useApi } from '../api/use-api.ts'
import { limitText } from '../format/limit-text.ts'
import { type ButtonLook, buttonClass } from '../ui/button/button.tsx'
import { Menu, MenuItem } from '../ui/button/menu.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { followChanges } from './follow-changes.ts'
import { type Followable, type Member, peopleKey, peopleKeys } from './people-queries.ts'

type FollowButtonProps = Pick<ButtonLook, 'size' | 'className'> & {
  person: Followable
  isFollowing: boolean
  texts: FollowTexts
  /** In a list the label alone does not say who is meant: the name is added for screen readers. */
  named?: boolean
}

/** 'Follow', or 'Following', which opens a menu with 'Unfollow' (docs/product/people.md#following). */
export function FollowButton({ person, isFollowing, texts, named, ...look }: FollowButtonProps) {
  const { isBusy, setFollowing } = useFollow(person, texts)
  return (
    <Menu
      align={named ? 'end' : 'start'}
      trigger={
        <Face
          isFollowing={isFollowing}
          isBusy={isBusy}
          onFollow={() => setFollowing(true)}
          whose={named ? fullName(person) : null}
          look={look}
        />
      }
    >
      <MenuItem icon="close" onSelect={() => setFollowing(false)}>
        Unfollow
      </MenuItem>
    </Menu>
  )
}

type FaceProps = ComponentProps<'button'> & {
  isFollowing: boolean
  isBusy: boolean
  onFollow: () => void
  whose: string | null
  look: Pick<ButtonLook, 'size' | 'className'>
}

const inFlight = 'aria-disabled:cursor-progress aria-disabled:active:scale-100'

/**
 * One button element in both states, so that it keeps the focus. `menu` are the props that make it open the menu (from
 * Radix), set only while there is something to offer. Disabled during a call without losing the focus.
 */
function Face({ isFollowing, isBusy, onFollow, whose, look, ref, ...menu }: FaceProps) {
  const action = isFollowing ? menu : { onClick: onFollow }
  return (
    <button
      {...(!isBusy && action)}
      ref={ref}
      type="button"
      aria-disabled={isBusy || undefined}
      className={buttonClass({
        ...look,
        variant: isFollowing ? 'quiet' : 'ink',
        className: clsx(inFlight, look.className),
      })}
    >
      {isFollowing ? 'Following' : 'Follow'}
      {whose && <span className="sr-only"> {whose}</span>}
    </button>
  )
}

const followKey = ({ id }: { id: string }) => ['follow', id]

/**
 * Follows and unfollows someone: shown at once wherever they are shown, and reverted if it fails
 * (docs/product/people.md#following). `setFollowing` does nothing while a change about the same person is under way
 * (`isBusy`).
 */
export function useFollow(person: Followable, texts: FollowTexts) {
  const api = useApi()
  const client = useQueryClient()
  const { id } = person
  const isBusy = useIsMutating({ mutationKey: followKey(person) }) > 0
  const { mutate } = useMutation({
    mutationKey: followKey(person),
    networkMode: 'always',
    mutationFn: (isFollowing: boolean) =>
      api(
        'POST /functions/v1/people-follow',
        { body: { userId: person.id, action: isFollowing ? 'follow' : 'unfollow' } },
        { keepalive: true },
      ),
    onMutate: async (isFollowing) => {
      await stopReading(client)
      showFollow(client, { person, isFollowing })
    },
    onSuccess: async (counted, isFollowing) => {
      await stopReading(client)
      showFollow(client, { person, isFollowing, counted })
      followChanges.notify({ userId: person.id, isFollowing })
      void toast.success(isFollowing ? texts.followed : texts.unfollowed)
      await markStale(client)
    },
    onError: async (error, isFollowing) => {
      await stopReading(client)
      showFollow(client, { person, isFollowing: !isFollowing })
      void toast.error(isFollowing ? texts.notFollowed : texts.notUnfollowed, {
        description: hasCode(error, 'rate_limited') ? limitText(error as ApiError) : texts.advice,
      })
      // The call may have arrived and only its answer been lost.
      await markStale(client)
      void client.invalidateQueries({ queryKey: peopleKeys.stats })
      void client.invalidateQueries({ queryKey: peopleKeys.profile(person.id) })
    },
  })

  const setFollowing = useCallback(
    (isFollowing: boolean) => {
      if (client.isMutating({ mutationKey: followKey({ id }) }) === 0) mutate(isFollowing)
    },
    [client, mutate, id],
  )
  return { isBusy, setFollowing }
}

/**
 * Marks the lists as stale without loading them now, so that nothing moves under the finger; the next visit loads them.
 */
const markStale = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: peopleKey, refetchType: 'none' })

/** Someone in the list of followed people. `isNew`: followed since the list was loaded; the next load sorts them in. */
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
  /** The server's counts, once it has answered; until then one is added or subtracted. */
  counted?: { followers_count: number; following_count: number }
}

/** Cancels repeated requests about people: their answers may be from before a change. First requests continue. */
const stopReading = (client: QueryClient): Promise<void> =>
  client.cancelQueries({ queryKey: peopleKey, predicate: ({ state }) => state.data !== undefined })

/** Updates every cached copy: someone is followed, or no longer. Nobody is removed or moved. */
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

/** Adds or subtracts one only where the change was not shown already. */
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

/** The messages about following on one kind of page (docs/product/people.md#following). */
type FollowTexts = {
  followed: string
  unfollowed: string
  notFollowed: string
  notUnfollowed: string
  advice?: string
}

/** The messages in lists of people. */
export const listTexts: FollowTexts = {
  followed: 'Following successfully',
  unfollowed: 'Unfollowed successfully',
  notFollowed: 'Failed to follow user',
  notUnfollowed: 'Failed to unfollow user',
}

/** The messages on a profile. */
export const profileTexts: FollowTexts = {
  followed: 'Following',
  unfollowed: 'Unfollowed',
  notFollowed: 'Could not follow',
  notUnfollowed: 'Could not unfollow',
  advice: 'Please try again.',
}
