import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { LedgerOrder } from '../../../earnings/contract.ts'
import type { WaitingOrder } from '../../../orders/waiting/contract.ts'
import { renderApp } from '../../testing/app.tsx'
import { refused } from '../../testing/fake-api.ts'
import { flawsInEveryLook } from '../../testing/flaws.ts'
import { button } from '../../testing/forms.ts'
import { earningsOf, historyPage, idOf, onePage } from '../../testing/samples.ts'

const pounds = { currency: 'GBP', amount: 12, months: ['2025-11'] }
const order = (n: number, title = `A teapot, number ${n}`): WaitingOrder => ({
  order_item_id: `202-${n}`,
  product_title: title,
  asin: 'B0TEAPOT01',
  order_date: '2025-11-03',
  waiting: pounds,
})
const sums = [
  { ...pounds, amount: 24, orders: 2 },
  { currency: 'JPY', amount: 1_000, months: ['2025-11', '2025-12'], orders: 1 },
]
const call = 'GET /api/v1/me/orders/waiting'
const section = page.getByRole('region', { name: 'Waiting for a rate' })
const nothing = () => earningsOf('M', { all_time: { posted_earnings: 0, pending_earnings: 0 } })

describe('orders that wait for a rate (docs/product/earnings.md#waiting-for-a-rate)', () => {
  it('are summed up by what they wait for, with the orders folded, where nothing else was earned', async () => {
    const long = 'A teapot of iron with a lid of wood and a title that is longer than a phone is wide'
    await renderApp('/earnings', {
      api: {
        'GET /api/v1/me/earnings': nothing,
        [call]: ({ query }) =>
          query.cursor
            ? { ...onePage([order(2)]), sums }
            : { items: [order(1, long)], next_cursor: '2025-11-03_202-1', sums },
      },
    })
    const lines = section.getByRole('list', { name: 'Waiting for a rate' }).getByRole('listitem')
    await expect
      .element(lines.first())
      .toHaveTextContent('£24.00, becomes dollars once November 2025’s rate is set2 orders')
    await expect
      .element(lines.nth(1))
      .toHaveTextContent(
        '¥1,000, becomes dollars once November 2025’s and December 2025’s rates are set1 order',
      )
    expect(page.getByRole('heading', { name: 'No earnings yet' }).elements()).toEqual([])
    await expect
      .element(page.getByText('Your orders wait above. They come here once their rate is set.'))
      .toBeVisible()
    expect(page.getByText('No orders yet.').elements()).toEqual([])
    await section.getByText('The orders').click()
    await button('Show more').click()
    await expect.element(page.getByRole('heading', { name: 'A teapot, number 2' })).toHaveFocus()
    expect(await flawsInEveryLook()).toEqual({})
  })

  it('with rows say it in their line; a failure to load them holds nothing up', async () => {
    const posted: LedgerOrder = {
      ...{ order_item_id: '202-9', order_date: '2025-11-03', first_posted_at: '2025-12-18T10:00:00Z' },
      ...{
        gross_commission: 4.2,
        platform_fee_amount: 0.84,
        user_amount: 3.36,
        month_amount: null,
        status: 'posted',
      },
      ...{ under_review: null, is_provisional: false, held: null, product: null, waiting: pounds },
      through_list: null,
      amazon_orders: { product_title: 'Gooseneck kettle', asin: 'B0KETTLE01', confidence: 'high' },
      entries: [0, 1].map((n) => ({
        ...{ id: idOf(3, n), transaction_type: 'commission', status: 'posted', under_review: null },
        ...{ gross_commission: 2.1, platform_fee_amount: 0.42, user_amount: 1.68 },
        own: { currency: 'GBP', amount: n === 0 ? 1.6 : 0, usd_per_unit: '1.3100000000' },
        ...{ available_on: '2026-02-01', posted_on: '2026-02-01', created_at: '2025-12-18T10:00:00Z' },
      })),
    }
    await renderApp('/earnings', {
      api: {
        'GET /api/v1/me/earnings': nothing,
        'GET /api/v1/me/ledger/orders': () => historyPage([posted]),
        [call]: () => Promise.reject(refused('internal_error')),
      },
    })
    await expect
      .element(page.getByText('£12.00, becomes dollars once November 2025’s rate is set'))
      .toBeVisible()
    expect(section.elements()).toEqual([])
    await button('Gooseneck kettle').click()
    await expect.element(page.getByText('£1.60 at 1.31')).toBeVisible()
    await expect.element(page.getByText('now at 1.31')).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
  })
})
