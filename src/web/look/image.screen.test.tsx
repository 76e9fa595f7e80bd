import { describe, expect, it } from 'vitest'
import { fakeStorage, storageError } from '../testing/fake-storage.ts'
import { photo } from '../testing/files.ts'
import { renderScreen } from '../testing/screen.tsx'
import { ProductImage } from './image.tsx'

const src = '/storage/v1/object/public/avatars/products/product-withheld-1.webp'
/** The picture's address, or what replaces it. */
const shown = () =>
  document.querySelector('img')?.getAttribute('src') ??
  document.querySelector('[data-title]')?.getAttribute('data-title')

it('shows a withheld picture to a viewer whom the server allows it', async () => {
  const picture = await photo()
  const calls = fakeStorage(() => new Response(picture))
  await renderScreen(<ProductImage src={src} title="Kettle" eager />)
  await expect.poll(shown).toMatch(/^blob:/)
  expect(calls).toMatchObject([{ method: 'GET', path: src.slice('/storage/v1/object/'.length) }])
})

it('shows a card set from the title to other viewers', async () => {
  const refused = fakeStorage(() => storageError(400, 'Object not found'))
  await renderScreen(<ProductImage src={src} title="Kettle" eager />)
  await expect.poll(() => refused.length).toBe(1)
  await expect.poll(shown).toBe('Kettle')
})

it.each([
  ['for nobody', src, null],
  ['of another site', '/elsewhere/kettle.webp', undefined],
])('sends no request %s', async (_which, address, session) => {
  const calls = fakeStorage()
  await renderScreen(<ProductImage src={address} title="Kettle" eager />, session === null ? { session } : {})
  await expect.poll(shown).toBe('Kettle')
  expect(calls).toEqual([])
})

describe("sizes of Amazon's pictures (docs/product/pictures.md#sizes)", () => {
  const known = 'https://m.media-amazon.com/images/I/61kettle01L._AC_SL1500_.jpg'
  const image = () => document.querySelector('img')

  /** Far below the window, where a browser asks for no picture: nothing is asked of Amazon here. */
  const shownFarBelow = () =>
    renderScreen(
      <div style={{ paddingTop: '9000px' }}>
        <ProductImage src={known} source="amazon" title="Kettle" shape="thumb92" />
      </div>,
    )

  it('are chosen by the place and the screen', async () => {
    await shownFarBelow()
    expect(image()?.sizes).toBe('6rem')
    expect(image()?.srcset).toContain('._AC_SL250_.jpg 250w')
  })

  it('give way to the known picture where they do not load, and that to a card set from the title', async () => {
    await shownFarBelow()
    image()?.dispatchEvent(new Event('error'))
    await expect.poll(() => image()?.srcset).toBe('')
    expect(shown()).toBe(known)
    image()?.dispatchEvent(new Event('error'))
    await expect.poll(shown).toBe('Kettle')
  })

  it.each([
    ['thumb92', '?width=400&height=400 400w'],
    ['hero', '?width=800&height=800&resize=contain 800w'],
  ] as const)(
    "are squares of a creator's own picture, and all of it on its own page: %s",
    async (shape, known) => {
      await renderScreen(
        <div style={{ paddingTop: '9000px' }}>
          <ProductImage src={src} side={960} title="Kettle" shape={shape} />
        </div>,
      )
      expect(image()?.srcset).toContain(known)
    },
  )
})
