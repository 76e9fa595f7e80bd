import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { fakeStorage, storageError } from '../testing/fake-storage.ts'
import { photo } from '../testing/files.ts'
import { renderScreen } from '../testing/screen.tsx'
import { ProductImage } from './image.tsx'

const src = '/storage/v1/object/public/avatars/products/product-withheld-1.webp'
/** The picture's address, or what replaces it. */
const shown = () =>
  document.querySelector('img')?.getAttribute('src') ??
  document.querySelector('use')?.getAttribute('href')?.replace(/.*#/, 'sign of ')

it('shows a withheld picture to a viewer whom the server allows it', async () => {
  const picture = await photo()
  const calls = fakeStorage(() => new Response(picture))
  await renderScreen(<ProductImage src={src} category="kitchen" eager />)
  await expect.poll(shown).toMatch(/^blob:/)
  expect(calls).toMatchObject([{ method: 'GET', path: src.slice('/storage/v1/object/'.length) }])
})

it('shows the sign of its category to other viewers', async () => {
  const refused = fakeStorage(() => storageError(400, 'Object not found'))
  await renderScreen(<ProductImage src={src} category="kitchen" eager />)
  await expect.poll(() => refused.length).toBe(1)
  await expect.poll(shown).toBe('sign of kitchen')
})

it.each([
  ['for nobody', src, null],
  ['of another site', '/elsewhere/kettle.webp', undefined],
])('sends no request %s', async (_which, address, session) => {
  const calls = fakeStorage()
  await renderScreen(
    <ProductImage src={address} category="kitchen" eager />,
    session === null ? { session } : {},
  )
  await expect.poll(shown).toBe('sign of kitchen')
  expect(calls).toEqual([])
})

describe("sizes of Amazon's pictures (docs/product/pictures.md#sizes)", () => {
  const known = 'https://m.media-amazon.com/images/I/61kettle01L._AC_SL1500_.jpg'
  const image = () => document.querySelector('img')

  /** Far below the window, where a browser asks for no picture: nothing is asked of Amazon here. */
  const shownFarBelow = () =>
    renderScreen(
      <div style={{ paddingTop: '9000px' }}>
        <ProductImage src={known} source="amazon" category="kitchen" shape="thumb92" />
      </div>,
    )

  it('are chosen by the place and the screen', async () => {
    await shownFarBelow()
    expect(image()?.sizes).toBe('6rem')
    expect(image()?.srcset).toContain('._AC_SL250_.jpg 250w')
  })

  it('give way to the known picture where they do not load, and that to the sign of its category', async () => {
    await shownFarBelow()
    image()?.dispatchEvent(new Event('error'))
    await expect.poll(() => image()?.srcset).toBe('')
    expect(shown()).toBe(known)
    image()?.dispatchEvent(new Event('error'))
    await expect.poll(shown).toBe('sign of kitchen')
  })

  it.each([
    ['thumb92', '?width=400&height=400 400w'],
    ['hero', '?width=800&height=800&resize=contain 800w'],
  ] as const)(
    "are squares of a creator's own picture, and all of it on its own page: %s",
    async (shape, known) => {
      await renderScreen(
        <div style={{ paddingTop: '9000px' }}>
          <ProductImage src={src} side={960} category="kitchen" shape={shape} />
        </div>,
      )
      expect(image()?.srcset).toContain(known)
    },
  )
})

describe('a missing picture (docs/product/cards.md#parts)', () => {
  it.each(['hero', 'large'] as const)(
    'says so in words where it would be largest, and is low: %s',
    async (shape) => {
      await renderScreen(<ProductImage src={null} category="kitchen" shape={shape} />)
      await expect.element(page.getByText('No photo yet')).toBeVisible()
      const { width, height } =
        document.querySelector('[class*=aspect]')?.getBoundingClientRect() ?? new DOMRect()
      expect(height).toBeLessThan(width * 0.6)
    },
  )

  it.each(['square', 'fill', 'thumb92', 'thumb48'] as const)(
    'is the sign alone elsewhere: %s',
    async (shape) => {
      await renderScreen(
        <span className="relative block size-40">
          <ProductImage src={null} category="kitchen" shape={shape} />
        </span>,
      )
      await expect.poll(shown).toBe('sign of kitchen')
      expect(page.getByText('No photo yet').elements()).toEqual([])
    },
  )

  it('is a bag without a category', async () => {
    await renderScreen(<ProductImage src={null} />)
    expect(document.querySelector('use')).toBeNull()
    expect(document.querySelector('svg path')).not.toBeNull()
  })
})
