import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { me } from '../testing/people.ts'
import { renderScreen } from '../testing/screen.tsx'
import { PublicScreen } from './public-screen.tsx'

const navigation = page.getByRole('navigation', { name: 'Main' })
const content = () => page.getByRole('main').element().getBoundingClientRect()

const shown = (session?: null) =>
  renderScreen(
    <PublicScreen current="/my-folio">
      <h1>Kettle</h1>
    </PublicScreen>,
    { ...(session === null && { session }), api: { 'GET /api/v1/me': () => me } },
  )

// docs/product/shell.md#public-screens
it.each([
  ['at the side', 1280, 800],
  ['at the edge of a wide window, as on other screens,', 1800, 900],
  ['at the bottom', 390, 844],
])(
  'keeps the navigation of a signed-in person %s, which moves nothing as it comes',
  async (_, width, height) => {
    await page.viewport(width, height)
    await shown()
    const before = content()
    await expect.element(navigation).toBeVisible()
    const { left, top, right } = content()
    expect([left, top, right]).toEqual([before.left, before.top, before.right])
    const box = navigation.element().getBoundingClientRect()
    if (width >= 1024) {
      expect(box.left).toBe(0)
      expect(box.right).toBeLessThanOrEqual(left)
    } else expect(box.bottom).toBe(height)
    await expect
      .element(navigation.getByRole('link', { name: 'My Folio' }))
      .toHaveAttribute('aria-current', 'true')
  },
)

it('opens the add dialog from there', async () => {
  await shown()
  await navigation.getByRole('button', { name: 'Add product' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Got something amazing to share?' })).toBeVisible()
})

it('is without it for a visitor, over the whole width', async () => {
  await page.viewport(1280, 800)
  await shown(null)
  await expect.element(page.getByRole('link', { name: 'Log in' })).toBeVisible()
  expect(navigation.elements()).toEqual([])
  const { left, right } = content()
  expect(left + right).toBe(1280)
})
