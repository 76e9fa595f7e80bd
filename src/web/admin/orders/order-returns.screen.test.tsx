import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { AdminOrderDetail } from '../../../orders/review/contract.ts'
import { dayText } from '../../../shared/dates/date-text.ts'
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
    words: ['Returns', '−$4.20', 'Its share'],
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
      '−$1.50 of this return has no purchase yet. It is taken once a report has the purchase.',
    ],
    links: [order.order_item_id],
  },
  {
    of: 'a return of several creators’ asks whose it is',
    shown: {
      ...back,
      whose_return: {
        is_asked: true,
        candidates: [
          {
            order_item_id: order.order_item_id,
            day: '2026-11-03',
            pieces: 2,
            commission: 5,
            left: 3.5,
            is_alike: true,
            creator: { payee_id: idOf(5, 1), username: 'ana' },
          },
          {
            order_item_id: 'fee-us-2026-11-02-B0C7KQ4T2M-0123456789abcdef',
            day: '2026-11-02',
            pieces: 1,
            commission: 4.2,
            left: 4.2,
            is_alike: false,
            creator: null,
          },
        ],
        answer: null,
      },
    },
    words: [
      'Whose return is this?',
      `@ana · shipped ${dayText('2026-11-03')} · 2 pieces · $3.50 left · the same price and fee`,
      `Nobody’s · shipped ${dayText('2026-11-02')} · 1 piece`,
      'Nobody can know',
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

it('sends an admin’s answer on whose a return is, with its reason', async () => {
  const bought = {
    order_item_id: order.order_item_id,
    day: '2026-11-03',
    pieces: 2,
    commission: 5,
    left: 5,
    is_alike: true,
    creator: { payee_id: idOf(5, 1), username: 'ana' },
  }
  const sent: unknown[] = []
  let shown: AdminOrderDetail = {
    ...back,
    whose_return: { is_asked: true, candidates: [bought], answer: null },
  }
  await renderApp(`/admin/orders/${back.order_item_id}`, {
    api: {
      'GET /api/v1/me': () => ({ ...me, is_admin: true }),
      'GET /api/v1/admin/orders/:id': () => shown,
      'PUT /api/v1/admin/orders/:id/purchase': ({ body }) => {
        sent.push(body)
        const answer = {
          purchase_id: body.purchase_id,
          reason: body.reason,
          by: 'ada',
          at: '2026-11-22T10:00:00Z',
        }
        shown = {
          ...shown,
          waiting_return: 0,
          whose_return: { is_asked: false, candidates: [bought], answer },
        }
        return shown
      },
    },
  })
  await page.getByRole('button', { name: `It belongs to this purchase: ${order.order_item_id}` }).click()
  await page.getByRole('textbox', { name: 'Reason' }).fill('The buyer wrote to her.')
  await page.getByRole('button', { name: 'Decide' }).click()
  await expect.element(page.getByText(/@ada said on/)).toBeVisible()
  await expect.element(page.getByText('Return decided')).toBeVisible()
  expect(sent).toEqual([{ purchase_id: order.order_item_id, reason: 'The buyer wrote to her.' }])
})
