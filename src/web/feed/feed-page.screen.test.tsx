import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AnswerOf } from '../api/client.ts'
import { cardWith, mugs, titlesShown } from '../product/testing/card.ts'
import { type Answers, offline, refused } from '../testing/fake-api.ts'
import { fitsItsWidth } from '../testing/flaws.ts'
import { person } from '../testing/session.ts'
import {
  book,
  chip,
  chips,
  failed,
  feed,
  following,
  type Options,
  pageOf,
  retry,
  scope,
  shown,
} from './testing/shown-feed.tsx'

const noItems = page.getByRole('heading', { name: 'No items yet' })
const scrollToEnd = () => window.scrollTo(0, document.body.scrollHeight)

describe('the feed by keyboard (docs/product/shell.md#app-screens)', () => {
  it('skips people and categories with ‘Skip to content’', async () => {
    await page.viewport(390, 844)
    await shown({ session: person, api: following, route: '/feed?scope=following' })
    await expect
      .element(page.getByRole('button', { name: 'Following 1', exact: true }))
      .toHaveAttribute('aria-expanded', 'false')
    page.getByRole('link', { name: 'Skip to content' }).element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('region', { name: 'Products' })).toHaveFocus()
    await userEvent.tab()
    expect(document.activeElement?.closest('section')?.id).toBe('products')
  })
})

describe('the category chips (docs/product/feed.md#categories)', () => {
  it("are 'All' and each category in order, one of them pressed; they narrow the feed, and widen it again", async () => {
    await shown()
    const buttons = chips.getByRole('button').elements()
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['All', 'Books', 'Garden', 'Kitchen'])
    expect(buttons.map(({ ariaPressed }) => ariaPressed)).toEqual(['true', 'false', 'false', 'false'])
    await chip('Books').click()
    await expect.poll(titlesShown).toEqual(['An old book'])
    await expect.element(chip('Books')).toHaveAttribute('aria-pressed', 'true')
    await expect.element(chip('All')).toHaveAttribute('aria-pressed', 'false')
    await chip('All').click()
    await expect.poll(() => titlesShown()[0]).toBe('Mug 1')
  })

  it('show the pressed one whole where they do not all fit, also when the page is opened with it', async () => {
    await page.viewport(260, 700)
    await shown({ route: '/feed?category=kitchen' })
    await expect.element(chip('Kitchen')).toHaveAttribute('aria-pressed', 'true')
    const right = () => chip('Kitchen').element().getBoundingClientRect().right
    expect(chips.element().scrollWidth).toBeGreaterThan(300)
    expect(right()).toBeLessThanOrEqual(260)
  })

  it("say 'No items yet' for a category without products", async () => {
    await shown()
    await chip('Garden').click()
    await expect.element(noItems).toBeVisible()
    await expect.element(page.getByText('No public items yet.')).toBeVisible()
  })

  it('are in the address, which shows the same to everyone; an address without one shows all', async () => {
    const { unmount } = await shown()
    await chip('Garden').click()
    await expect.element(noItems).toBeVisible()
    const { search } = window.location
    expect(search).toBe('?scope=public&category=garden')
    await unmount()
    await shown({ route: `/feed${search}` })
    await expect.element(chip('Garden')).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: 'Show all categories' }).click()
    await expect.poll(() => titlesShown()[0]).toBe('Mug 1')
    expect(window.location.search).toBe('?scope=public')
  })

  it('are restored by Back and Forward, one entry a choice, and one for a chip pressed twice', async () => {
    const { router } = await shown()
    const before = window.history.length
    await chip('Books').click()
    await expect.poll(titlesShown).toEqual(['An old book'])
    await chip('Books').click()
    await chip('Garden').click()
    await expect.element(noItems).toBeVisible()
    expect(window.history.length).toBe(before + 2)
    const loaded = vi.spyOn(router, 'load')
    window.history.back()
    await expect.poll(titlesShown).toEqual(['An old book'])
    window.history.back()
    await expect.element(chip('All')).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(() => titlesShown()[0]).toBe('Mug 1')
    window.history.forward()
    await expect.poll(titlesShown).toEqual(['An old book'])
    expect(loaded).not.toHaveBeenCalled()
  })

  it('show the last one pressed when answers arrive in another order', async () => {
    const books = Promise.withResolvers<AnswerOf<'GET /api/v1/feed'>>()
    await shown({
      api: {
        'GET /api/v1/feed': (input, extras) =>
          input.query?.category === 'books' ? books.promise : feed(input, extras),
      },
    })
    await chip('Books').click()
    await expect.element(page.getByText('Loading products')).toBeInTheDocument()
    await chip('Garden').click()
    await expect.element(noItems).toBeVisible()
    books.resolve(pageOf(book))
    await books.promise
    await new Promise(requestAnimationFrame)
    expect(titlesShown()).toEqual([])
  })

  it("say 'Failed to load products' and try again", async () => {
    const { answer } = await shown({ api: { 'GET /api/v1/feed': () => Promise.reject(offline()) } })
    await chip('Books').click()
    await expect.element(failed).toBeVisible()
    answer({ 'GET /api/v1/feed': feed })
    await retry.click()
    await expect.poll(titlesShown).toEqual(['An old book'])
  })
})

describe('an empty result (docs/product/feed.md#empty-and-failed)', () => {
  const wider = page.getByRole('main').getByRole('button', { name: /^(Show all|Explore everyone’s)/ })

  it('offers the next wider one, from the category of followed people to everyone’s items', async () => {
    const none: Answers = {
      ...following,
      'GET /api/v1/feed': (input, extras) =>
        input.query?.scope === 'following' ? pageOf() : feed(input, extras),
    }
    await shown({ session: person, api: none, route: '/feed?scope=following&category=garden' })
    await expect.element(noItems).toBeVisible()
    await wider.filter({ hasText: 'Show all categories' }).click()
    await expect.poll(() => window.location.search).toBe('?scope=following')
    await wider.filter({ hasText: 'Explore everyone’s items' }).click()
    await expect.poll(() => titlesShown()[0]).toBe('Mug 1')
    await expect.element(wider).not.toBeInTheDocument()
  })
})

describe('the scope in the address (docs/product/feed.md#scope)', () => {
  const explore = scope('Explore public posts')
  const home = scope('Home feed (following)')

  it('is there once chosen, also everyone’s, for readers whose browser remembers another one', async () => {
    const options = { session: person, api: following }
    const first = await shown(options)
    await home.click()
    expect(window.location.search).toBe('?scope=following')
    await explore.click()
    const { search } = window.location
    expect(search).toBe('?scope=public')
    await home.click()
    await first.unmount()

    const without = await shown(options)
    await expect.element(home).toHaveAttribute('aria-pressed', 'true')
    await without.unmount()
    await shown({ ...options, route: `/feed${search}` })
    await expect.element(explore).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(() => titlesShown()[0]).toBe('Mug 1')
    await home.click()
    await explore.click()
  })

  it('is restored by Back, also where the address did not name it', async () => {
    await shown({ session: person, api: following })
    await home.click()
    await expect.element(home).toHaveAttribute('aria-pressed', 'true')
    window.history.back()
    await expect.element(explore).toHaveAttribute('aria-pressed', 'true')
    window.history.forward()
    await expect.element(home).toHaveAttribute('aria-pressed', 'true')
    await explore.click()
  })
})

describe('/feed, further down (docs/product/feed.md#the-list)', () => {
  it('loads more on scrolling; says when more cannot be loaded, and tries again', async () => {
    const { answer, sent } = await shown({
      api: {
        'GET /api/v1/feed': () => {
          throw refused('unavailable')
        },
      },
    })
    scrollToEnd()
    await expect.element(failed).toBeVisible()
    expect(titlesShown()).toHaveLength(40)
    answer({ 'GET /api/v1/feed': feed })
    await retry.click()
    await expect.poll(titlesShown).toEqual([...mugs(45).map(({ title }) => title), 'An old book'])
    scrollToEnd()
    await new Promise(requestAnimationFrame)
    expect(sent('GET /api/v1/feed').map(({ input }) => input.query)).toEqual([
      { cursor: 'more' },
      { cursor: 'more' },
    ])
  })

  it.each(['Grid View', 'List View', 'Full Card View'])('%s fits 320 pixels', async (name) => {
    await page.viewport(320, 640)
    await shown()
    await page.getByRole('button', { name, exact: true }).click()
    expect(fitsItsWidth()).toBe(true)
  })

  it('can change the view where the browser cannot remember it', async () => {
    await shown()
    await page.getByRole('button', { name: 'Grid View' }).click()
    const storage = Object.getOwnPropertyDescriptor(window, 'localStorage') as PropertyDescriptor
    Object.defineProperty(window, 'localStorage', {
      configurable: true,
      get: () => {
        throw new DOMException('refused', 'SecurityError')
      },
    })
    try {
      const list = page.getByRole('button', { name: 'List View' })
      await list.click()
      await expect.element(list).toHaveAttribute('aria-pressed', 'true')
    } finally {
      Object.defineProperty(window, 'localStorage', storage)
    }
  })
})

describe('new posts are offered, not pushed in (docs/product/feed.md#new-posts)', () => {
  const halfAMinute = 30_000
  const offer = page.getByRole('status').getByRole('button')
  const isWatched = () => document.querySelector('main [role=status].sticky') !== null

  /** Renders the page under fake time, and waits until new posts can be offered. */
  async function shownInTime(answer: NonNullable<Answers['GET /api/v1/feed/new']>, options?: Options) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const screen = await shown({ ...options, api: { ...options?.api, 'GET /api/v1/feed/new': answer } })
    await expect.poll(isWatched).toBe(true)
    return { ...screen, asked: () => screen.sent('GET /api/v1/feed/new').map(({ input }) => input.query) }
  }

  it('asks for the shown scope and category, also from an empty list, and only while the page is visible', async () => {
    const { answer, asked } = await shownInTime(() => ({ count: 1 }), { api: following, session: person })
    await scope('Home feed (following)').click()
    await chip('Garden').click()
    await expect.element(noItems).toBeVisible()
    await expect.poll(isWatched).toBe(true)
    let isHidden = true
    vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden)
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(10 * halfAMinute)
    expect(asked()).toEqual([])
    isHidden = false
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(1_000)
    await expect.element(offer).toHaveTextContent('1 new post')
    expect(asked()).toEqual([{ scope: 'following', category: 'garden' }])
    answer({ 'GET /api/v1/feed': () => pageOf(cardWith({ title: 'A spade' })) })
    await offer.click()
    await expect.poll(titlesShown).toEqual(['A spade'])
    await scope('Explore public posts').click()
  })

  it('shows no error when asking fails, and asks less often', async () => {
    const { asked } = await shownInTime(() => Promise.reject(offline()))
    for (const expected of [1, 1, 2, 2, 2, 2, 3]) {
      await vi.advanceTimersByTimeAsync(halfAMinute)
      expect(asked()).toHaveLength(expected)
    }
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
    await expect.element(page.getByText(/offline/)).not.toBeInTheDocument()
  })

  it('says when they could not be loaded, and keeps the list', async () => {
    const { answer } = await shownInTime(() => ({ count: 2 }))
    await vi.advanceTimersByTimeAsync(halfAMinute)
    await expect.element(offer).toHaveTextContent('2 new posts')
    vi.useRealTimers()
    answer({ 'GET /api/v1/feed': () => Promise.reject(offline()) })
    await offer.click()
    await expect.element(page.getByText('Failed to load products')).toBeVisible()
    expect(titlesShown()).toEqual(mugs(40).map(({ title }) => title))
  })
})
