import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mugs, titlesShown } from '../../product/testing/card.ts'
import type { Answers } from '../../testing/fake-api.ts'
import { offline } from '../../testing/fake-api.ts'
import { fitsItsWidth, flawsInEveryLook } from '../../testing/flaws.ts'
import { renderScreen } from '../../testing/screen.tsx'
import type { Storefront } from '../profile/load-profile.ts'
import { ProfilePage } from '../profile/profile-page.tsx'
import { theo } from '../testing/storefronts.ts'

const button = (name: string) => page.getByRole('button', { name })
const link = (name: string) => page.getByRole('link', { name })
const productsCall = 'GET /api/v1/profiles/:username/products'

const visited = (shown: Storefront = theo, api: Answers = {}, route = `/${shown.profile.username}`) =>
  renderScreen(<ProfilePage {...shown} />, { session: null, route, api })

describe('a storefront (docs/product/storefront.md#what-it-shows)', () => {
  it('has no accessibility flaw that axe finds, and fits 320 pixels', async () => {
    await visited()
    expect(await flawsInEveryLook()).toEqual({})
    await page.viewport(320, 640)
    expect(fitsItsWidth()).toBe(true)
  })

  it('names its links for screen readers, and says of them what search engines need to know', async () => {
    await page.viewport(390, 844)
    await visited()
    await expect.element(link('Instagram')).toHaveAttribute('rel', 'nofollow ugc me noopener')
    await expect.element(link('theo.example')).toHaveAttribute('href', 'https://theo.example/')
  })

  it('shows picks first, and nothing in place of missing ones', async () => {
    await visited()
    await expect.element(page.getByRole('heading', { name: 'Theo’s picks' })).toBeVisible()
  })

  it('is complete without cover, links, picks and products', async () => {
    const profile = { ...theo.profile, bio: null, cover_url: null, links: [], products_count: 0 }
    const front = { picks: [], categories: [], lists_count: 0 }
    await visited({ ...theo, profile, front, products: { items: [], next_cursor: null } })
    await expect.element(page.getByRole('heading', { name: 'No items yet' })).toBeVisible()
    expect(page.getByRole('searchbox').elements()).toEqual([])
    await expect.element(page.getByRole('heading', { name: 'Theo’s picks' })).not.toBeInTheDocument()
    expect(await flawsInEveryLook()).toEqual({})
  })
})

describe('the tabs (docs/product/storefront.md#tabs)', () => {
  it('are links, and remembered in the address', async () => {
    await visited(theo, {
      'GET /api/v1/profiles/:username/popular': () => ({ items: mugs(2, 50), next_cursor: null }),
    })
    await expect.element(link('Products (42)')).toHaveAttribute('aria-current', 'page')
    await expect.element(link('Lists (2)')).toHaveAttribute('href', '/theo?tab=lists')
    await link('Popular').click()
    await expect.element(page.getByText('Most viewed in 90 days')).toBeVisible()
    await expect.element(link('Popular')).toHaveAttribute('aria-current', 'page')
    expect(window.location.search).toBe('?tab=popular')
    await link('Products (42)').click()
    expect(window.location.search).toBe('')
  })

  it('say when there is nothing popular, and no list yet', async () => {
    await visited(theo, {
      'GET /api/v1/profiles/:username/popular': () => ({ items: [], next_cursor: null }),
      'GET /api/v1/profiles/:username/lists': () => ({ items: [], next_cursor: null }),
    })
    await link('Popular').click()
    await expect.element(page.getByRole('heading', { name: 'Nothing popular yet' })).toBeVisible()
    await link('Lists (2)').click()
    await expect.element(page.getByRole('heading', { name: 'No lists yet' })).toBeVisible()
  })

  it('offer to try again what could not be loaded', async () => {
    const { answer } = await visited(theo, {
      'GET /api/v1/profiles/:username/popular': () => Promise.reject(offline()),
    })
    await link('Popular').click()
    await expect.element(page.getByText('Failed to load products')).toBeVisible()
    answer({ 'GET /api/v1/profiles/:username/popular': () => ({ items: mugs(2), next_cursor: null }) })
    await button('Retry').click()
    await expect.element(page.getByText('Failed to load products')).not.toBeInTheDocument()
  })
})

describe('search within (docs/product/storefront.md#search-and-categories)', () => {
  it('combines words and a category, and keeps both in the address', async () => {
    const { sent } = await visited(theo, {
      [productsCall]: ({ query }) => ({ items: query.q === 'mug' ? mugs(1, 9) : [], next_cursor: null }),
    })
    await button('Kitchen 30').click()
    await page.getByRole('searchbox', { name: 'Search Theo’s products' }).fill('mug')
    await expect.poll(() => sent(productsCall).at(-1)?.input.query).toEqual({ category: 'kitchen', q: 'mug' })
    await expect.poll(() => window.location.search).toBe('?category=kitchen&q=mug')
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('heading', { name: 'No matches' })).toBeVisible()
    await button('Show everything').click()
    await expect.poll(() => window.location.search).toBe('')
    await expect.poll(titlesShown).toContain(mugs(1)[0]?.title)
  })
})
