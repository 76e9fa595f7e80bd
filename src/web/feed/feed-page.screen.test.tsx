import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AnswerOf } from '../client.ts'
import { memberCalled } from '../people/testing/members.ts'
import { cardWith, mugs, titlesShown } from '../product/testing/card.ts'
import { type Answers, offline, refused } from '../testing/fake-api.ts'
import { fitsItsWidth, flawsOf } from '../testing/flaws.ts'
import { me } from '../testing/people.ts'
import { renderScreen } from '../testing/screen.tsx'
import { person } from '../testing/session.ts'
import { FeedPage } from './feed-page.tsx'

const categories = ['Books', 'Garden', 'Kitchen'].map((name, index) => ({
  id: `0193a000-0000-7000-8000-00000000000${index}`,
  name,
  slug: name.toLowerCase(),
  sort_order: index,
}))
const book = cardWith({ title: 'An old book' }, 500)
const pageOf = (...items: AnswerOf<'GET /api/v1/feed'>['items']) => ({ items, next_cursor: null })

/** By category, as everybody's feed. */
const feed: NonNullable<Answers['GET /api/v1/feed']> = ({ query }) => {
  if (query?.cursor) return pageOf(...mugs(5, 41), book)
  if (!query?.category) return { items: mugs(40), next_cursor: 'more' }
  return query.category === 'books' ? pageOf(book) : pageOf()
}

type Options = Pick<NonNullable<Parameters<typeof renderScreen>[1]>, 'api' | 'session' | 'route'>

/** Everybody's feed for a visitor, on a phone: 40 mugs, and more below. */
const shown = ({ api, session = null, route = '/feed' }: Options = {}) =>
  renderScreen(<FeedPage feed={{ items: mugs(40), next_cursor: 'more' }} categories={categories} />, {
    route,
    session,
    api: { 'GET /api/v1/feed': feed, ...api },
  })

/** The person here follows somebody, so that there is a following feed. */
const following: Answers = {
  'GET /api/v1/me': () => me,
  'GET /functions/v1/people-stats': () => ({ following_count: 1, followers_count: 0 }),
  'GET /functions/v1/people-top': () => ({ creators: [], count: 0 }),
  'GET /api/v1/me/following': () => ({
    items: [memberCalled('Theo Lindqvist', { is_following: true })],
    next_cursor: null,
    following_count: 1,
  }),
}
const scope = (name: 'Explore public posts' | 'Home feed (following)') =>
  page.getByRole('group', { name: 'Whose items' }).getByRole('button', { name })

const chips = page.getByRole('group', { name: 'Category' })
const chip = (name: string) => chips.getByRole('button', { name, exact: true })
const failed = page.getByRole('alert').getByText('Failed to load products')
const retry = page.getByRole('button', { name: 'Retry' })
const noItems = page.getByRole('heading', { name: 'No items yet' })
const scrollToEnd = () => window.scrollTo(0, document.body.scrollHeight)

describe('the keyboard’s way to the feed (docs/product/shell.md#app-screens)', () => {
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
  it("stand for 'All' and each category in their order, one of them pressed; narrow the feed, and back", async () => {
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

  it("say 'No items yet' for a category without products", async () => {
    await shown()
    await chip('Garden').click()
    await expect.element(noItems).toBeVisible()
    await expect.element(page.getByText('No public items yet.')).toBeVisible()
  })

  it('stand in the address, which shows the same to whoever opens it; nothing there leads to all', async () => {
    const { unmount } = await shown()
    await chip('Garden').click()
    await expect.element(noItems).toBeVisible()
    expect(window.location.search).toBe('?category=garden')
    await unmount()
    await shown({ route: '/feed?category=garden' })
    await expect.element(chip('Garden')).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: 'Show all categories' }).click()
    await expect.poll(() => titlesShown()[0]).toBe('Mug 1')
    expect(window.location.search).toBe('')
  })

  it('show the last one pressed when answers come in another order', async () => {
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

describe('/feed, further down (docs/product/feed.md#the-list)', () => {
  it('loads more by scrolling; says when more cannot be loaded, and tries again', async () => {
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

  it('can be laid out otherwise where the browser refuses to remember it', async () => {
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

  /** The page with time that the test moves, once what offers new posts is there. */
  async function shownInTime(answer: NonNullable<Answers['GET /api/v1/feed/new']>, options?: Options) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const screen = await shown({ ...options, api: { ...options?.api, 'GET /api/v1/feed/new': answer } })
    await expect.poll(isWatched).toBe(true)
    return { ...screen, asked: () => screen.sent('GET /api/v1/feed/new').map(({ input }) => input.query) }
  }

  it('asks for the shown scope and category, from an empty list, too, and only while it is looked at', async () => {
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

  it('stays quiet where it cannot ask, and asks less often', async () => {
    const { asked } = await shownInTime(() => Promise.reject(offline()))
    for (const expected of [1, 1, 2, 2, 2, 2, 3]) {
      await vi.advanceTimersByTimeAsync(halfAMinute)
      expect(asked()).toHaveLength(expected)
    }
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
    await expect.element(page.getByText(/offline/)).not.toBeInTheDocument()
  })

  it('says when they could not be loaded, and leaves the list as it was', async () => {
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

describe("the feed's search (docs/product/feed.md#search)", () => {
  const box = page.getByRole('combobox', { name: 'Search by product or tags' })
  const options = page.getByRole('option')
  const desktop = page.getByRole('button', { name: 'Search by product or tags' })
  const beside = { tags: [], people: [], instead: null }
  const bowl = { ...cardWith({ title: 'Bowl 44' }), tags: null }
  const kettle = { ...cardWith({ title: 'Gooseneck kettle' }, 2), tags: ['coffee'] }
  const searched: NonNullable<Answers['GET /api/v1/search']> = ({ query: { q } }) => ({
    ...beside,
    items: [bowl, kettle].filter(({ title }) => title.toLowerCase().includes(q)),
  })

  it('is of what the address says, as a tag’s link does, and shows there what is looked for', async () => {
    await page.viewport(1100, 800)
    await shown({ route: '/feed?q=kettle', api: { 'GET /api/v1/search': searched } })
    await expect.element(box).toHaveValue('kettle')
    await expect.element(options.getByText('Gooseneck kettle')).toBeVisible()
    await box.fill('bowl 44')
    await expect.element(options.getByText('Bowl 44')).toBeVisible()
    expect(window.location.search).toBe('?q=bowl+44')
    await userEvent.keyboard('{Escape}')
    await expect.element(options).not.toBeInTheDocument()
    expect(window.location.search).toBe('')
  })

  it('never shows an older answer for a newer question, and says when it failed', async () => {
    await page.viewport(1100, 800)
    const held = Promise.withResolvers<void>()
    const { answer, sent, router } = await shown({
      api: {
        'GET /api/v1/search': async (input, extras) => {
          if (input.query.q === 'kettle') await held.promise
          return searched(input, extras)
        },
      },
    })
    await desktop.click()
    await box.fill('kettle')
    await expect.poll(() => sent('GET /api/v1/search')).toHaveLength(1)
    await box.fill('bowl 44')
    await expect.element(options.getByText('Bowl 44')).toBeVisible()
    held.resolve()
    await held.promise
    await new Promise(requestAnimationFrame)
    expect(options.elements()).toHaveLength(1)
    await expect.element(options).toMatchTextContent(/^Bowl 44/)

    answer({ 'GET /api/v1/search': () => Promise.reject(offline()) })
    await box.fill('vase')
    await expect.element(failed).toBeVisible()
    answer({ 'GET /api/v1/search': searched })
    await retry.click()
    await expect.element(page.getByRole('heading', { name: 'No items found' })).toBeVisible()
    await box.fill('  ')
    await expect.element(page.getByRole('heading', { name: 'Mug 1', exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(desktop).toHaveFocus()
    expect(router.state.location.pathname).toBe('/feed')
  })

  it('finds tags and people beside products, and says what it shows where one letter was wrong', async () => {
    const { bio: _bio, is_following: _is, ...ines } = memberCalled('Inés Duarte')
    const { router } = await shown({
      api: {
        'GET /api/v1/search': ({ query: { q } }) => ({
          items: [kettle],
          tags: q.startsWith('#') ? [] : ['coffee'],
          people: q.startsWith('#') ? [] : [ines],
          instead: q === 'cofee' ? 'coffee' : null,
        }),
      },
    })
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await box.fill('cofee')
    await expect.element(page.getByText('Nothing for “cofee”. Showing “coffee”.')).toBeVisible()
    await expect
      .element(page.getByRole('list', { name: 'People found' }).getByText('Inés Duarte'))
      .toBeVisible()
    expect(await flawsOf()).toEqual([])
    await page.getByRole('button', { name: '#coffee' }).click()
    await expect.element(box).toHaveValue('#coffee')
    await expect.element(page.getByText('Nothing for', { exact: false })).not.toBeInTheDocument()
    await box.fill('ines')
    await page.getByRole('link', { name: /Inés Duarte/ }).click()
    await expect.poll(() => router.state.location.pathname).toBe(`/${ines.username}`)
  })

  it('begins names that run from right to left where the handles begin', async () => {
    const {
      bio: _bio,
      is_following: _is,
      ...noa
    } = memberCalled('נועה כהן', { username: 'a-much-longer-handle' })
    await shown({ api: { 'GET /api/v1/search': () => ({ ...beside, items: [], people: [noa] }) } })
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await box.fill('noa')
    const lefts = ['נועה כהן', '@a-much-longer-handle'].map(async (text) => {
      const words = document.createRange()
      words.selectNodeContents(await page.getByText(text, { exact: true }).findElement())
      return Math.round(words.getBoundingClientRect().left)
    })
    const [name, handle] = await Promise.all(lefts)
    expect(name).toBe(handle)
  })

  it('keeps to whom one follows in their feed, and bears long words in small windows', async () => {
    await page.viewport(320, 640)
    const title = `${'Extraordinarily'.repeat(8)} kettle`
    const long = { ...cardWith({ title, description: title.repeat(3) }, 3) }
    const tags = ['kettle'.repeat(5), 'an-endless-tag'.repeat(4)]
    const { sent } = await shown({
      session: person,
      api: {
        ...following,
        'GET /api/v1/search': ({ query }) => ({
          ...beside,
          items: [{ ...long, tags }, ...(query.scope === 'following' ? [] : [kettle])],
        }),
      },
    })
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await box.fill('kettle')
    await expect.poll(() => options.elements()).toHaveLength(2)
    await scope('Home feed (following)').click()
    await expect.poll(() => options.elements()).toHaveLength(1)
    expect(sent('GET /api/v1/search').map(({ input }) => input.query.scope)).toEqual(['public', 'following'])
    await expect.element(options.getByText(/^Extraordinarily/).first()).toBeVisible()
    expect(fitsItsWidth()).toBe(true)
    await scope('Explore public posts').click()
  })
})
