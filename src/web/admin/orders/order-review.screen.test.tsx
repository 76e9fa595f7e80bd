import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '../../testing/app.tsx'
import { fitsItsWidth, flawsOf } from '../../testing/flaws.ts'
import { me } from '../../testing/people.ts'
import { idlePipeline, listedOrder, onePage, orderDetail } from '../../testing/samples.ts'

const listed = listedOrder({
  order_item_id: 'fee-us-2026-11-04-B0C7KQ4T2M-0123456789abcdef',
  commission: 1.6,
  under_review: ['restated_ambiguously'],
  waiting_return: 16.28,
})
const order = orderDetail(listed)

it('lists an order whose rows cannot be paired, says so, and accepts it with a reason', async () => {
  let now = order
  const reasons: string[] = []
  const states: string[] = []
  const api = {
    'GET /api/v1/me': () => ({ ...me, is_admin: true }),
    'GET /api/v1/admin/pipeline': () => ({ ...idlePipeline, under_review: 3 }),
    'GET /api/v1/admin/orders': ({ query }: { query: { state?: string | undefined } }) => {
      states.push(query.state ?? 'all')
      return onePage([listed])
    },
    'GET /api/v1/admin/orders/:id': () => now,
    'POST /api/v1/admin/orders/:id/accept': ({ body }: { body: { reason: string } }) => {
      reasons.push(body.reason)
      now = { ...order, under_review: [] }
      return now
    },
  }
  await renderApp('/admin/orders', { api })
  await page.getByRole('button', { name: 'Under review · 3' }).click()
  await expect.poll(() => states.at(-1)).toBe('under_review')
  await expect.element(page.getByText(/^Several rows like this one changed/)).toBeVisible()
  await page.getByRole('link', { name: /A mug/ }).click()
  await expect.element(page.getByText('This order is under review.')).toBeVisible()
  await expect.element(page.getByText(/16\.28 of this return has no purchase yet/)).toBeVisible()
  expect(await flawsOf()).toEqual([])
  expect(fitsItsWidth()).toBe(true)
  await page.getByRole('button', { name: 'Accept' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Amazon restated that day')
  await dialog.getByRole('button', { name: 'Accept' }).click()
  await expect.element(page.getByText('This order is under review.')).not.toBeInTheDocument()
  expect(reasons).toEqual(['Amazon restated that day'])
})
