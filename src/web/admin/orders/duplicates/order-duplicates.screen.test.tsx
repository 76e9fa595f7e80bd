import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { AdminOrderDetail } from '../../../../orders/review/contract.ts'
import { renderApp } from '../../../testing/app.tsx'
import { flawsInEveryLook } from '../../../testing/flaws.ts'
import { me } from '../../../testing/people.ts'
import { orderDetail } from '../../../testing/samples.ts'

const duplicate = {
  order_item_id: '112-1',
  fee_item_id: 'fee-us-2026-11-06-B0C7KQ4T2M-0d6b50e1444c7800',
  choice: 'same_sale' as const,
  order_date: '2026-11-04',
  shipped_on: '2026-11-06',
  commission: 50,
  settled: null,
  decided_by: 'maya',
  decided_at: '2026-11-20T10:00:00Z',
}
const older = {
  ...duplicate,
  fee_item_id: 'fee-us-2026-11-07-B0C7KQ4T2M-0d6b50e1444c7801',
  choice: 'two_sales' as const,
  shipped_on: null,
  commission: null,
  settled: 'They are no longer both in reports that pay.',
}

it('shows the answers on duplicates on the order’s page, where they are changed with a reason', async () => {
  const sent: unknown[] = []
  let now: AdminOrderDetail = orderDetail({ duplicates: [duplicate, older] })
  await renderApp('/admin/orders/112-1', {
    api: {
      'GET /api/v1/me': () => ({ ...me, is_admin: true }),
      'GET /api/v1/admin/orders/:id': () => now,
      'PUT /api/v1/admin/orders/:id/duplicate': ({ body }: { body: unknown }) => {
        sent.push(body)
        now = orderDetail({ duplicates: [{ ...duplicate, choice: 'two_sales' }, older] })
        return now
      },
    },
  })
  await expect.element(page.getByText('Reported in both formats')).toBeVisible()
  await expect.element(page.getByText('They are no longer both in reports that pay.')).toBeVisible()
  expect(await flawsInEveryLook()).toEqual({})
  await page.getByRole('button', { name: /These are two sales/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Are these two sales?' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('She bought two')
  await dialog.getByRole('button', { name: 'Decide' }).click()
  await expect.element(page.getByRole('button', { name: /It is the same sale/ })).toBeVisible()
  expect(sent).toEqual([
    { duplicate_id: duplicate.fee_item_id, choice: 'two_sales', reason: 'She bought two' },
  ])
})
