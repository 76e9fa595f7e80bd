import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import type { Api } from '../api/client.ts'
import { dropFromOwnLists, showNewInOwnLists, updateOwnLists } from './own-lists.ts'
import { itemWith, ownCardOf } from './testing/item.ts'

const cardOf = (id: string) => ownCardOf(itemWith({ id }), { clicks_count: 7, needs_details: true })

const listOf = (...ids: string[]) => ({
  pages: ids.map((id) => ({ items: [cardOf(id)], next_cursor: null })),
  pageParams: ids.map(() => ''),
})

/** A cache with lists of all products, of the Inbox and of two categories. */
function clientWith(lists: Record<string, string[]>) {
  const client = new QueryClient()
  for (const [list, ids] of Object.entries(lists))
    client.setQueryData(['own', 'products', list === 'all' ? null : list, 'entry'], listOf(...ids))
  client.setQueryData(['own', 'categories'], { items: [] })
  const titlesIn = (list: string | null) =>
    client
      .getQueryData<ReturnType<typeof listOf>>(['own', 'products', list, 'entry'])
      ?.pages.flatMap(({ items }) => items.map(({ id, title }) => `${id} ${title}`))
  const isStale = (...key: unknown[]) => client.getQueryState(key)?.isInvalidated
  return { client, titlesIn, isStale }
}

describe('an edited item in cached lists', () => {
  it('is updated at once at its position, and the rest of its card stays', () => {
    const { client, titlesIn, isStale } = clientWith({ all: ['a', 'b'], inbox: ['b'] })
    updateOwnLists(client, itemWith({ id: 'b', title: 'Pot', version: 2 }))
    expect(titlesIn(null)).toEqual(['a Kettle', 'b Pot'])
    expect(titlesIn('inbox')).toEqual(['b Pot'])
    const [, list] =
      client.getQueriesData<ReturnType<typeof listOf>>({ queryKey: ['own', 'products', 'inbox'] })[0] ?? []
    expect(list?.pages[0]?.items[0]).toMatchObject({ version: 2, needs_details: false, clicks_count: 7 })
    expect(isStale('own', 'products', null, 'entry')).toBe(false)
    expect(isStale('own', 'categories')).toBe(true)
  })

  it('is removed from the list it was moved from, and the list it was moved to is loaded again', () => {
    const { client, titlesIn, isStale } = clientWith({
      all: ['b'],
      inbox: ['a', 'b'],
      kitchen: ['c'],
      home: ['d'],
    })
    updateOwnLists(client, itemWith({ id: 'b', in: 'kitchen' }))
    expect(titlesIn(null)).toEqual(['b Kettle'])
    expect(titlesIn('inbox')).toEqual(['a Kettle'])
    expect(isStale('own', 'products', 'kitchen', 'entry')).toBe(true)
    expect(isStale('own', 'products', 'home', 'entry')).toBe(false)
  })
})

describe('published items in cached lists', () => {
  const pageOf = (ids: string[]) => ({ items: ids.map(cardOf), next_cursor: 'more' })

  it('are added at the head after one call for each category; what was loaded beyond stays', async () => {
    const { client, titlesIn, isStale } = clientWith({ all: ['a', 'b', 'c'], home: ['c'] })
    const calls: unknown[] = []
    const api = (async (...call: unknown[]) => {
      calls.push(call)
      return pageOf(calls.length === 1 ? ['new', 'a', 'b'] : ['c'])
    }) as Api
    await showNewInOwnLists(client, api)
    expect(titlesIn(null)).toEqual(['new Kettle', 'a Kettle', 'b Kettle', 'c Kettle'])
    expect(titlesIn('home')).toEqual(['c Kettle'])
    expect(calls).toEqual([
      ['GET /api/v1/me/products', { query: {} }],
      ['GET /api/v1/me/products', { query: { category: 'home' } }],
    ])
    expect(isStale('own', 'categories')).toBe(true)
  })

  it('make a list start over where there are more of them than a page holds', async () => {
    const { client, titlesIn } = clientWith({ all: ['a', 'b'] })
    await showNewInOwnLists(client, (async () => pageOf(['z', 'y'])) as unknown as Api)
    expect(titlesIn(null)).toEqual(['z Kettle', 'y Kettle'])
  })
})

describe('a deleted item', () => {
  it('is removed from every list, and counts are loaded again', () => {
    const { client, titlesIn, isStale } = clientWith({ all: ['a', 'b'], inbox: ['b'] })
    dropFromOwnLists(client, ['b'])
    expect([titlesIn(null), titlesIn('inbox')]).toEqual([['a Kettle'], []])
    expect(isStale('own', 'categories')).toBe(true)
  })
})
