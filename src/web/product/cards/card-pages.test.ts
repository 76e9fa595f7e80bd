import { describe, expect, it } from 'vitest'
import type { ProductCardData } from '../product-data.ts'
import { type CardPage, CardPages, refreshed } from './card-pages.ts'

/** A card whose age in minutes is its number: a higher number is older. */
const card = (age: number, title = `card ${age}`): ProductCardData => ({
  id: `00000000-0000-7000-8000-${String(1_000 - age).padStart(12, '0')}`,
  user_id: '00000000-0000-7000-8000-000000000000',
  short_link_id: `card-${age}`,
  asin: 'B000000000',
  title,
  description: null,
  user_comment: null,
  image_url: null,
  image_source: null,
  image_side: null,
  sign: null,
  price_usd: null,
  price_as_of: null,
  clicks_count: 0,
  created_at: new Date(Date.UTC(2026, 10, 21, 12) - age * 60_000).toISOString(),
  profiles: { first_name: 'Ana', username: 'ana', avatar_url: null },
})

const page = (ages: number[], next: string | null = 'next'): CardPage => ({
  items: ages.map((age) => card(age)),
  next_cursor: next,
})

const titles = (items: readonly ProductCardData[]) => items.map(({ title }) => title)

/** A list whose pages the test resolves one by one. */
function list(first?: CardPage) {
  const asked: { cursor: string | undefined; signal: AbortSignal }[] = []
  const answers: { resolve: (page: CardPage) => void; reject: (error: Error) => void }[] = []
  const pages = new CardPages((cursor, signal) => {
    asked.push({ cursor, signal })
    return new Promise((resolve, reject) => answers.push({ resolve, reject }))
  }, first)
  const answer = async (index: number, with_: CardPage | Error) => {
    if (with_ instanceof Error) answers[index]?.reject(with_)
    else answers[index]?.resolve(with_)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { pages, asked, answer }
}

describe('a list of cards that grows (docs/product/cards.md#growing-lists)', () => {
  it('asks for the next page by cursor, once at a time', async () => {
    const { pages, asked, answer } = list(page([1, 2]))
    void pages.more()
    void pages.more()
    expect(asked.map(({ cursor }) => cursor)).toEqual(['next'])
    await answer(0, page([3, 4], null))
    expect(titles(pages.state().items)).toEqual(['card 1', 'card 2', 'card 3', 'card 4'])
    await pages.more()
    expect(asked).toHaveLength(1)
  })

  it('starts empty, and loads the first page', async () => {
    const { pages, asked, answer } = list()
    expect(pages.state()).toEqual({ items: [], cursor: undefined, status: 'idle' })
    void pages.more()
    expect(asked.map(({ cursor }) => cursor)).toEqual([undefined])
    await answer(0, page([1], null))
    expect(titles(pages.state().items)).toEqual(['card 1'])
  })

  it('never shows a card twice', async () => {
    const { pages, answer } = list(page([1, 2]))
    void pages.more()
    await answer(0, page([2, 3], null))
    expect(titles(pages.state().items)).toEqual(['card 1', 'card 2', 'card 3'])
  })

  it('keeps its cards when a page fails, and asks for that page again', async () => {
    const { pages, asked, answer } = list(page([1]))
    void pages.more()
    await answer(0, new Error('down'))
    expect(pages.state().status).toBe('failed')
    expect(titles(pages.state().items)).toEqual(['card 1'])
    void pages.more()
    await answer(1, page([2], null))
    expect(asked.map(({ cursor }) => cursor)).toEqual(['next', 'next'])
    expect(titles(pages.state().items)).toEqual(['card 1', 'card 2'])
  })

  it('notifies its listeners of every change', async () => {
    const { pages, answer } = list(page([1]))
    const seen: string[] = []
    const stop = pages.subscribe(() => seen.push(pages.state().status))
    void pages.more()
    await answer(0, page([2], null))
    stop()
    pages.take(page([9], null), true)
    expect(seen).toEqual(['loading', 'idle'])
  })

  it('starts over with a newer first page, and ignores the page that was loading', async () => {
    const { pages, asked, answer } = list(page([1, 2]))
    void pages.more()
    pages.take(page([0, 1]), true)
    expect(asked[0]?.signal.aborted).toBe(true)
    await answer(0, page([3]))
    expect(titles(pages.state().items)).toEqual(['card 0', 'card 1'])
  })

  it('adds nothing for a reader further down, unless the list was empty', () => {
    const { pages } = list(page([1, 2]))
    pages.take(page([0, 1, 2]), false)
    expect(titles(pages.state().items)).toEqual(['card 1', 'card 2'])
    const { pages: empty } = list(page([], null))
    empty.take(page([0]), false)
    expect(titles(empty.state().items)).toEqual(['card 0'])
  })
})

describe('loading the first page again', () => {
  it('shows the cards from before until the answer arrives', async () => {
    const { pages, asked, answer } = list(page([1, 2]))
    const renewed = pages.renew(() => true)
    expect(titles(pages.state().items)).toEqual(['card 1', 'card 2'])
    expect(asked.map(({ cursor }) => cursor)).toEqual([undefined])
    await answer(0, page([0, 1]))
    expect(await renewed).toBe(true)
    expect(titles(pages.state().items)).toEqual(['card 0', 'card 1'])
  })

  it('changes nothing when it fails', async () => {
    const { pages, answer } = list(page([1]))
    const renewed = pages.renew(() => true)
    await answer(0, new Error('down'))
    expect(await renewed).toBe(false)
    expect(pages.state()).toEqual({ items: [card(1)], cursor: 'next', status: 'idle' })
  })

  it('uses the answer to the last request, in whatever order answers arrive', async () => {
    const { pages, asked, answer } = list(page([2]))
    void pages.renew(() => true)
    void pages.renew(() => true)
    expect(asked[0]?.signal.aborted).toBe(true)
    await answer(1, page([0]))
    await answer(0, page([1]))
    expect(titles(pages.state().items)).toEqual(['card 0'])
  })
})

describe('taking over a newer first page without moving anything', () => {
  const shown = [1, 2, 3, 4, 5].map((age) => card(age))

  it('adds nothing new', () => {
    expect(titles(refreshed(shown, page([0, 1, 2])))).toEqual(titles(shown))
  })

  it('shows changed cards as they are now', () => {
    const first = { items: [card(1), card(2, 'changed')], next_cursor: 'next' }
    expect(titles(refreshed(shown, first))).toEqual(['card 1', 'changed', 'card 3', 'card 4', 'card 5'])
  })

  it('drops deleted cards, as far as the first page reaches', () => {
    expect(titles(refreshed(shown, page([1, 3])))).toEqual(['card 1', 'card 3', 'card 4', 'card 5'])
  })

  it('drops all cards that a complete list no longer has', () => {
    expect(titles(refreshed(shown, page([1, 3], null)))).toEqual(['card 1', 'card 3'])
    expect(refreshed(shown, page([], null))).toEqual([])
  })

  it('orders cards of the same instant by their ids', () => {
    const sameTime = { ...card(2), id: card(2).id.replace('-7', '-6'), title: 'same time' }
    expect(titles(refreshed([card(2), sameTime], page([2])))).toEqual(['card 2', 'same time'])
  })
})
