import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it } from 'vitest'
import { showFollow } from './follow.tsx'
import { type Member, peopleKeys } from './people-queries.ts'

const member = (id: string, values: Partial<Member> = {}): Member => ({
  id,
  first_name: id,
  last_name: '',
  username: id,
  avatar_url: null,
  bio: null,
  followers_count: 10,
  is_following: false,
  ...values,
})
const kofi = member('kofi')
const theo = member('theo', { is_following: true })
const counted = { followers_count: 40, following_count: 7 }

let client: QueryClient
beforeEach(() => {
  client = new QueryClient()
  client.setQueryData(peopleKeys.stats, { following_count: 1, followers_count: 3 })
  client.setQueryData(peopleKeys.following, {
    pages: [
      { items: [theo], next_cursor: 'more', following_count: 1 },
      { items: [member('last', { is_following: true })], next_cursor: null, following_count: 1 },
    ],
    pageParams: ['', 'more'],
  })
  client.setQueryData(peopleKeys.top, { creators: [kofi, member('sora')], count: 2 })
  client.setQueryData([...peopleKeys.search, 'ko'], { users: [kofi], count: 1 })
  client.setQueryData(peopleKeys.profile('kofi'), { ...kofi, following_count: 2 })
})

type List = { pages: { items: (Member & { isNew?: true })[]; following_count: number }[] }
const list = () => client.getQueryData<List>(peopleKeys.following)
const listed = () => list()?.pages.map(({ items }) => items.map(({ id }) => id))
const followingCounts = () => [
  client.getQueryData<{ following_count: number }>(peopleKeys.stats)?.following_count,
  ...(list()?.pages ?? []).map((page) => page.following_count),
]
/** All cached copies of Kofi. */
const kofis = () => [
  client.getQueryData<{ creators: Member[] }>(peopleKeys.top)?.creators[0],
  client.getQueryData<{ users: Member[] }>([...peopleKeys.search, 'ko'])?.users[0],
  client.getQueryData<Member>(peopleKeys.profile('kofi')),
]

describe('following someone', () => {
  it('is shown wherever they are listed, and counted once however often it is shown', () => {
    for (const _ of ['at once', 'again']) {
      showFollow(client, { person: kofi, isFollowing: true })
      for (const shown of kofis()) expect(shown).toMatchObject({ is_following: true, followers_count: 11 })
    }
  })

  it('adds one to the followed count, and lists them first as new', () => {
    showFollow(client, { person: kofi, isFollowing: true })
    expect(followingCounts()).toEqual([2, 2, 2])
    expect(listed()).toEqual([['kofi', 'theo'], ['last']])
    expect(list()?.pages[0]?.items[0]).toMatchObject({ isNew: true, is_following: true, followers_count: 11 })
  })

  it('takes over the server’s counts', () => {
    showFollow(client, { person: kofi, isFollowing: true })
    showFollow(client, { person: kofi, isFollowing: true, counted })
    expect(followingCounts()).toEqual([7, 7, 7])
    expect(listed()).toEqual([['kofi', 'theo'], ['last']])
    for (const shown of kofis()) expect(shown).toMatchObject({ is_following: true, followers_count: 40 })
  })

  it('is reverted when it fails', () => {
    showFollow(client, { person: kofi, isFollowing: true })
    showFollow(client, { person: kofi, isFollowing: false })
    expect(followingCounts()).toEqual([1, 1, 1])
    for (const shown of kofis()) expect(shown).toMatchObject({ is_following: false, followers_count: 10 })
  })
})

describe('unfollowing someone', () => {
  it('keeps their position in the list', () => {
    showFollow(client, { person: theo, isFollowing: false })
    expect(listed()).toEqual([['theo'], ['last']])
    expect(list()?.pages[0]?.items[0]).toMatchObject({ is_following: false, followers_count: 9 })
    expect(followingCounts()).toEqual([0, 0, 0])
  })

  it('never counts below zero', () => {
    const nobodys = member('new', { followers_count: 0, is_following: true })
    client.setQueryData(peopleKeys.top, { creators: [nobodys], count: 1 })
    client.setQueryData(peopleKeys.stats, { following_count: 0, followers_count: 0 })
    showFollow(client, { person: nobodys, isFollowing: false })
    expect(followingCounts()[0]).toBe(0)
    expect(client.getQueryData<{ creators: Member[] }>(peopleKeys.top)?.creators[0]?.followers_count).toBe(0)
  })
})

it('does nothing where nothing has been loaded', () => {
  const empty = new QueryClient()
  showFollow(empty, { person: kofi, isFollowing: true, counted })
  expect(empty.getQueryCache().getAll()).toEqual([])
})
