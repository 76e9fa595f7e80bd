import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '../testing/app.tsx'
import { type Answers, refused } from '../testing/fake-api.ts'
import { me } from '../testing/people.ts'
import { idlePipeline, idOf, onePage } from '../testing/samples.ts'

const asAdmin: Answers = {
  'GET /api/v1/me': () => ({ ...me, is_admin: true }),
  'GET /api/v1/admin/pipeline': () => idlePipeline,
  'GET /api/v1/admin/rates': () => ({ items: [], waiting: 0 }),
}
const orders = 'GET /api/v1/admin/orders'

const pages = [
  '/admin',
  '/admin/imports',
  '/admin/orders',
  '/admin/receipts',
  '/admin/books',
  '/admin/books/2026-10',
  '/admin/flags',
  '/admin/reports',
  '/admin/tracking-ids',
  '/admin/security',
  '/admin/news',
  '/admin/audit',
]

describe('who may open /admin (docs/product/admin.md#access)', () => {
  it('answers everyone else with a page that is not found, and makes no admin call', async () => {
    // No admin call has an answer here, so making one would fail the test.
    const { router } = await renderApp('/profile')
    await expect.element(page.getByRole('link', { name: 'Public Profile' })).toBeVisible()
    expect(page.getByRole('link', { name: /Admin/ }).elements()).toEqual([])
    for (const address of pages) {
      router.history.push(address)
      const heading = page.getByRole('heading', { level: 1, name: 'Oops! Page not found' })
      await expect.element(heading).toBeVisible()
      await expect.element(page.getByRole('main')).toHaveFocus()
      router.history.back()
      const settings = page.getByRole('heading', { level: 1, name: 'Profile Settings' })
      await expect.element(settings).toBeInTheDocument()
    }
  })
})

describe('orders (docs/product/admin.md#orders)', () => {
  it.each([
    ['/admin/orders/no-such', 'GET /api/v1/admin/orders/:id', 'not_found'],
    ['/admin/orders/no-such', 'GET /api/v1/admin/orders/:id', 'validation_failed'],
    [`/admin/imports/${idOf(5, 0)}`, 'GET /api/v1/admin/imports/:id', 'not_found'],
  ] as const)('say where there is none: %s, %s, %s', async (address, call, code) => {
    await renderApp(address, { api: { ...asAdmin, [call]: () => Promise.reject(refused(code)) } })
    await expect.element(page.getByRole('heading', { name: 'Nothing here' })).toBeVisible()
    expect(page.getByRole('button', { name: 'Retry' }).elements()).toEqual([])
  })

  it('show a failed load with a way to try again', async () => {
    const { answer } = await renderApp('/admin/orders', {
      api: { ...asAdmin, [orders]: () => Promise.reject(refused('internal_error')) },
    })
    await expect.element(page.getByText('Failed to load orders')).toBeVisible()
    answer({ [orders]: () => onePage([]) })
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible()
  })
})
