import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '../../testing/app.tsx'
import type { Answers } from '../../testing/fake-api.ts'
import { fitsItsWidth, flawsInEveryLook } from '../../testing/flaws.ts'
import { button } from '../../testing/forms.ts'
import { pressAt } from '../../testing/keys.ts'
import { me } from '../../testing/people.ts'
import { nothingWaits, onePage } from '../../testing/samples.ts'
import { type AdminPage, adminGroups } from './admin-pages.ts'

const api: Answers = {
  'GET /api/v1/me': () => ({
    ...me,
    is_admin: true,
    waiting: { ...nothingWaits, orders: 100, questions: 1 },
  }),
  'GET /api/v1/admin/audit': () => onePage([]),
  'GET /api/v1/admin/flags': () => onePage([]),
}
const nav = (name: string) => page.getByRole('navigation', { name, exact: true })
const link = (name: string) => nav('Admin').getByRole('link', { name, exact: true })

describe('the admin’s side (docs/product/admin.md#groups)', () => {
  it('shows all groups and pages at once, marks the present one, and leads by keyboard', async () => {
    await page.viewport(1280, 800)
    const { router } = await renderApp('/admin/audit', { api })
    await expect.element(link('Audit log')).toHaveAttribute('aria-current', 'page')
    for (const { name, pages } of adminGroups) {
      const list = nav('Admin').getByRole('list', { name })
      await expect.element(list).toBeVisible()
      const names = pages.map((listed: AdminPage) => listed.label)
      expect(list.getByRole('link').elements().map(wordOf)).toEqual(names)
      for (const listed of pages) expect(router.routesByPath).toHaveProperty([listed.to])
    }
    await expect.element(link('Orders 99+ orders to decide')).toBeVisible()
    await expect.element(link('Creators 1 open question')).toBeVisible()
    await expect.element(link('Back to Folio')).toHaveAttribute('href', '/feed')
    expect(await flawsInEveryLook({ width: 1280, height: 800 })).toEqual({})
    await pressAt(link('Flags'), '{Enter}')
    await expect.poll(() => router.state.location.pathname).toBe('/admin/flags')
    await expect.element(page.getByRole('heading', { level: 1, name: 'Flags' })).toBeVisible()
    expect(page.getByRole('navigation', { name: 'Main' }).elements()).toEqual([])
  })

  it('scrolls to the present page in a low window', async () => {
    await page.viewport(1280, 480)
    await renderApp('/admin/audit', { api })
    await expect.element(link('Audit log')).toBeInViewport()
  })
})

describe('the admin’s tabs on narrower screens', () => {
  it.each([
    [320, 640],
    [390, 844],
    [820, 1180],
  ])('are those of one group, and another one is a press away (%i×%i)', async (width, height) => {
    await page.viewport(width, height)
    const { router } = await renderApp('/admin/audit', { api })
    const here = nav('System').getByRole('link', { name: 'Audit log' })
    await expect.element(here).toHaveAttribute('aria-current', 'page')
    await expect.element(here).toBeInViewport()
    await expect.element(button('Orders 99 waiting')).toHaveAttribute('aria-pressed', 'false')
    await expect
      .element(page.getByRole('link', { name: 'Back', exact: true }))
      .toHaveAttribute('href', '/profile')
    expect(fitsItsWidth()).toBe(true)
    expect(await flawsInEveryLook()).toEqual({})
    await page.viewport(width, height)
    await button('People 1 waiting').click()
    await nav('People').getByRole('link', { name: 'Flags' }).click()
    await expect.poll(() => router.state.location.pathname).toBe('/admin/flags')
    await expect
      .element(nav('People').getByRole('link', { name: 'Flags' }))
      .toHaveAttribute('aria-current', 'page')
  })
})

/** The first line of a link: its word, without what waits behind it. */
const wordOf = (element: Element) => element.childNodes[1]?.textContent
