import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { fitsItsWidth, flawsInEveryLook } from '../../testing/flaws.ts'
import { idOf } from '../../testing/samples.ts'
import { renderScreen } from '../../testing/screen.tsx'
import type { DoorwayData } from '../product-data.ts'
import { ProductPage } from '../product-page.tsx'
import { productWith } from '../testing/product.ts'

const author = { first_name: 'Maya', username: 'mayafinds', avatar_url: null }
const card = (n: number, title: string): DoorwayData['more'][number] => ({
  ...{ id: idOf(3, n), user_id: idOf(1, n), short_link_id: `thing-${n}`, asin: 'B0THING001', title },
  ...{ image_url: null, image_source: null, image_side: null, sign: 'kitchen' },
  ...{ price_usd: n % 2 ? 38.95 : null, price_as_of: n % 2 ? new Date().toISOString() : null },
  profiles: { ...author, first_name: 'Bartholomew-Maximilian' },
})
const long = 'Noise cancelling over-ear headphones, Bluetooth 5.3, 40 hours of playtime, foldable, for work'

const doorway: DoorwayData = {
  item: { marketplace: 'us', asin: 'B0KETTLE01' },
  curator: {
    ...author,
    id: idOf(1, 1),
    last_name: 'Okafor',
    bio: 'Small kitchens, slow mornings.',
    followers_count: 2418,
    products_count: 1128,
  },
  in_lists: [{ id: idOf(4, 1), title: 'Slow mornings', slug: 'slow-mornings' }],
  more: [1, 2, 3, 4, 5, 6].map((n) => card(n, n === 2 ? long : `Thing ${n}`)),
  also: [1, 2, 3, 4, 5].map((n) => ({
    ...{ id: idOf(1, 10 + n), product_id: idOf(3, 10 + n), first_name: 'Theo', last_name: `Lindqvist ${n}` },
    ...{
      username: `theo-${n}`,
      avatar_url: null,
      followers_count: n,
      words: n === 2 ? `${long} `.repeat(3) : 'Still pours.',
    },
  })),
  category: { name: 'Kitchen', slug: 'kitchen', items: [21, 22].map((n) => card(n, `Pot ${n}`)) },
}

const shown = (values: Partial<DoorwayData> = {}, listLink: string | null = null) =>
  renderScreen(
    <ProductPage
      product={productWith({ list_link: listLink, profiles: author })}
      doorway={{ ...doorway, ...values }}
    />,
    {
      session: null,
      route: '/l/kettle-a1b2',
      api: { 'POST /api/v1/products/:id/clicks': () => ({ outcome: 'counted' as const }) },
    },
  )
const heading = (name: string) => page.getByRole('heading', { name, level: 2 })

describe('what a product’s page leads to (docs/product/product-page.md#what-it-leads-to)', () => {
  it('is its creator with their list, their others, others’ words and its category', async () => {
    await shown()
    await expect
      .element(page.getByRole('link', { name: /^In Maya ?’s list “ ?Slow mornings ?”$/ }))
      .toHaveAttribute('href', '/mayafinds/slow-mornings')
    await expect.element(heading('More from Maya')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'All 1,128' })).toHaveAttribute('href', '/mayafinds')
    await expect
      .element(page.getByRole('link', { name: 'Theo Lindqvist 1’s profile' }))
      .toHaveAttribute('href', '/theo-1')
    await expect.element(page.getByText('1 follower', { exact: true })).toBeVisible()
    await expect.element(heading('In Kitchen')).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'All Kitchen' }))
      .toHaveAttribute('href', '/feed?category=kitchen')
    const card = page.getByRole('link', { name: 'Thing 1' })
    await expect.element(card).toHaveAttribute('href', '/l/thing-1')
  })

  it('leaves out what is empty', async () => {
    await shown({
      more: [],
      also: [],
      in_lists: [],
      category: { name: 'Kitchen', slug: 'kitchen', items: [] },
    })
    await expect.element(page.getByRole('region', { name: 'Shared by' })).toBeVisible()
    expect(
      page
        .getByRole('heading', { level: 2 })
        .elements()
        .map((one) => one.textContent),
    ).toEqual(['What I love about it:'])
  })

  it('sends a visitor who wants to follow to sign in first', async () => {
    const { router } = await shown()
    await page.getByRole('button', { name: 'Follow' }).click()
    await expect.poll(() => router.state.location.pathname).toMatch(/auth|login/)
  })

  it.each([
    [320, 640],
    [390, 844],
    [820, 1180],
    [1280, 800],
  ])('fits %s by %s', async (width, height) => {
    await page.viewport(width, height)
    await shown()
    await expect.element(heading('In Kitchen')).toBeInTheDocument()
    expect(fitsItsWidth()).toBe(true)
  })

  it('has no flaw that axe finds', async () => {
    await shown()
    await expect.element(heading('In Kitchen')).toBeInTheDocument()
    expect(await flawsInEveryLook()).toEqual({})
  })

  it('sends the list’s link that led here with its clicks (docs/product/clicks.md#through-a-list)', async () => {
    const { sent } = await shown({}, 'kettle-l1st')
    const clicks = () => sent('POST /api/v1/products/:id/clicks').map(({ input }) => input.body)
    await expect.poll(clicks).toEqual([expect.objectContaining({ kind: 'view', list_link: 'kettle-l1st' })])
  })
})
