import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { fitsItsWidth, flawsInEveryLook } from '../testing/flaws.ts'
import { renderScreen } from '../testing/screen.tsx'
import { ProductPage } from './product-page.tsx'
import { productWith } from './testing/product.ts'

/** The page for a visitor. */
const shown = (product = productWith()) =>
  renderScreen(<ProductPage doorway={null} product={product} />, {
    session: null,
    route: '/l/kettle-a1b2',
    api: { 'POST /api/v1/products/:id/clicks': () => ({ outcome: 'counted' as const }) },
  })

const amazons =
  'Noise Cancelling Over-Ear Headphones, Bluetooth 5.3 Wireless with Two Microphones, 40 Hours of Playtime, ' +
  'Fast Charge, Memory Foam Ear Cups, Foldable, for Work, Travel and Home Office, Silver'

const fold = () => page.elementLocator(document.querySelector('main summary') as Element)

describe('a long title (docs/product/product-page.md#title)', () => {
  const heading = () => page.getByRole('heading', { level: 1 })
  const lines = () => Math.round(heading().element().getBoundingClientRect().height / 28)

  it.each([
    [390, 844],
    [320, 640],
    [820, 1180],
    [1280, 800],
  ])(
    'has two lines and "more" at %s by %s, which shows the rest and folds it again',
    async (width, height) => {
      await page.viewport(width, height)
      await shown(productWith({ title: amazons }))
      await expect.element(heading()).toHaveTextContent(amazons)
      expect(lines()).toBe(2)
      await fold().click()
      expect(lines()).toBeGreaterThan(2)
      await fold().click()
      expect(lines()).toBe(2)
      expect(fitsItsWidth()).toBe(true)
    },
  )

  it.each([
    ['ltr', amazons, 'right'],
    ['rtl', `سماعات ${amazons}`, 'left'],
  ] as const)('has "more" at the end of its second line: %s', async (_, title, side) => {
    await shown(productWith({ title }))
    const { top, bottom, [side]: edge } = heading().element().getBoundingClientRect()
    const box = document.querySelector('main summary')?.getBoundingClientRect() as DOMRect
    expect(box[side]).toBe(edge)
    expect(box.bottom).toBe(bottom)
    expect(box.top).toBeGreaterThanOrEqual(top + 27)
  })

  it("leaves price, words and curator on a phone's first screen where there is no picture", async () => {
    await shown(productWith({ title: amazons, description: null, tags: ['desk'] }))
    const bar = document.querySelector('[data-bottom-bar="action"]')?.getBoundingClientRect().top as number
    for (const words of ['$68', 'Pours well', 'Shared by @maya'])
      expect(page.getByText(words).element().getBoundingClientRect().bottom, words).toBeLessThan(bar)
  })

  it('has no flaw that axe finds, folded or not', async () => {
    await shown(productWith({ title: amazons }))
    expect(await flawsInEveryLook()).toEqual({})
    await fold().click()
    expect(await flawsInEveryLook()).toEqual({})
  })

  it('is not folded where it is short', async () => {
    await shown()
    expect(document.querySelector('main summary')).toBeNull()
  })
})
