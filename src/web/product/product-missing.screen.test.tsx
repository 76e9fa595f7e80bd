import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { flawsInEveryLook } from '../testing/flaws.ts'
import { renderScreen } from '../testing/screen.tsx'
import { ProductFailed, ProductNotFound } from './product-missing.tsx'
import { ProductPending } from './product-pending.tsx'

const path = '/l/kettle-a1b2'

describe('product detail page, loading, missing and failing (docs/product/product-page.md#missing)', () => {
  it("says 'Loading product details...' while it loads", async () => {
    await renderScreen(<ProductPending />, { session: null, route: path })
    await expect.element(page.getByText('Loading product details...')).toBeInTheDocument()
  })

  it.each([
    [<ProductNotFound key="missing" />, 'It may have been removed, or the link is not quite right.'],
    [
      <ProductFailed key="failed" error={new Error('once')} reset={() => {}} />,
      'Failed to load product details.',
    ],
  ])('says what it is, and leads back to the feed: %#', async (screen, words) => {
    const { router } = await renderScreen(screen, { session: null, route: path })
    await expect
      .element(page.getByRole('heading', { level: 1, name: 'Product Preview Not Available' }))
      .toBeVisible()
    await expect.element(page.getByText(words)).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
    await page.getByRole('link', { name: 'Go Back' }).click()
    await expect.poll(() => router.state.location.pathname).toBe('/feed')
  })
})

it('leads from a deleted product to its creator, and to the feed (docs/product/product-page.md#missing)', async () => {
  const { router } = await renderScreen(
    <ProductNotFound data={{ creator: { first_name: 'Maya', username: 'maya' } }} />,
    { session: null, route: path },
  )
  await expect.element(page.getByText('It has been removed.')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'See what others share' }))
    .toHaveAttribute('href', '/feed')
  expect(await flawsInEveryLook()).toEqual({})
  await page.getByRole('link', { name: 'More from Maya' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/maya')
})
