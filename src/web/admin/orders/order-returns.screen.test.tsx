import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { AdminOrderDetail } from '../../../orders/review/contract.ts'
import { renderApp } from '../../testing/app.tsx'
import { fitsItsWidth, flawsOf } from '../../testing/flaws.ts'
import { me } from '../../testing/people.ts'
import { idOf, orderDetail } from '../../testing/samples.ts'

const order = orderDetail({
  order_item_id: 'fee-us-2026-11-03-B0C7KQ4T2M-0123456789abcdef',
  order_date: '2026-11-03',
  quantity: 2,
  commission: 5,
  sub_tag: 'anas',
  tracking_id: 'folio-20',
})
const back: AdminOrderDetail = {
  ...order,
  order_item_id: 'fee-us-2026-11-05-B0C7KQ4T2M-fedcba9876543210',
  order_status: 'returned',
  quantity: -1,
  commission: 0,
  waiting_return: 1.5,
}

const pages = [
  {
    of: 'a purchase lists what came back of it, each with a link',
    shown: {
      ...order,
      returns: [
        {
          order_item_id: back.order_item_id,
          day: '2026-11-05',
          pieces: null,
          commission: 4.2,
          told_by: null,
        },
        {
          order_item_id: null,
          day: '2026-11-06',
          pieces: 1,
          commission: null,
          told_by: { import_id: idOf(4, 1), file_name: 'november.csv' },
        },
      ],
    },
    words: ['What came back', '−$4.20', 'Its share'],
    links: [back.order_item_id, 'november.csv'],
  },
  {
    of: 'a return says which purchase it reduced, with a link, and what of it waits',
    shown: {
      ...back,
      takes_from: [{ order_item_id: order.order_item_id, day: '2026-11-03', commission: 4.2 }],
    },
    words: [
      'Taken from',
      '−$4.20',
      '−$1.50 of this return found no purchase yet. It is taken when a report has the purchase.',
    ],
    links: [order.order_item_id],
  },
]

it.each(
  pages.flatMap((one) =>
    [
      [390, 844],
      [1280, 800],
    ].map((size) => ({ ...one, size })),
  ),
)('$of ($size)', async ({ shown, words, links, size: [width = 0, height = 0] }) => {
  await page.viewport(width, height)
  await renderApp('/admin/orders/shown', {
    api: {
      'GET /api/v1/me': () => ({ ...me, is_admin: true }),
      'GET /api/v1/admin/orders/:id': () => shown,
    },
  })
  for (const word of words) await expect.element(page.getByText(word, { exact: true })).toBeVisible()
  for (const name of links) await expect.element(page.getByRole('link', { name })).toBeVisible()
  expect(await flawsOf()).toEqual([])
  expect(fitsItsWidth()).toBe(true)
})
