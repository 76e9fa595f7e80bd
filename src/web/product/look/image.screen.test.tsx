import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { fakeStorage, photo, storageFailure } from '../../testing/fake-storage.ts'
import { renderScreen } from '../../testing/screen.tsx'
import { ProductImage } from './image.tsx'

const src = '/storage/v1/object/public/avatars/products/product-withheld-1.webp'
const shown = () => page.getByAltText('Kettle').element().getAttribute('src')

it('shows what is withheld from others to whom the server gives it', async () => {
  const picture = await photo()
  const calls = fakeStorage(() => new Response(picture))
  await renderScreen(<ProductImage src={src} alt="Kettle" eager />)
  await expect.poll(shown).toMatch(/^blob:/)
  expect(calls).toMatchObject([{ method: 'GET', path: src.slice('/storage/v1/object/'.length) }])
})

it('shows the placeholder to whom it is refused', async () => {
  const refused = fakeStorage(() => storageFailure(400, 'Object not found'))
  await renderScreen(<ProductImage src={src} alt="Kettle" eager />)
  await expect.poll(() => refused.length).toBe(1)
  expect(shown()).toBe('/placeholder.svg')
})

it.each([
  ['for nobody', src, null],
  ['of another place', '/elsewhere/kettle.webp', undefined],
])('asks nothing %s', async (_which, address, session) => {
  const calls = fakeStorage()
  await renderScreen(<ProductImage src={address} alt="Kettle" eager />, session === null ? { session } : {})
  await expect.poll(shown).toBe('/placeholder.svg')
  expect(calls).toEqual([])
})
