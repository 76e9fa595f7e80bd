import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { Advice } from '../../../payouts/advice/contract.ts'
import { renderApp } from '../../testing/app.tsx'
import { refused } from '../../testing/fake-api.ts'
import { flawsInEveryLook } from '../../testing/flaws.ts'
import { me } from '../../testing/people.ts'
import { idOf } from '../../testing/samples.ts'

const at = '2026-11-26T10:00:00Z'
const rowOf = (n: number): Advice['items'][number] => ({
  amount: 40.5,
  entry: {
    ...{
      id: idOf(8, n),
      order_item_id: `112-${n}`,
      transaction_type: 'commission',
      order_date: '2026-10-02',
    },
    ...{
      gross_commission: 50.63,
      platform_fee_amount: 10.13,
      user_amount: 40.5,
      own: null,
      status: 'posted',
    },
    ...{ under_review: null, is_provisional: false, available_on: '2026-11-01', posted_on: '2026-11-01' },
    ...{ held: null, created_at: at, reason: null, rule: 'sub_tag' },
    amazon_orders: {
      product_title: `A brass lamp with a shade of linen, number ${n}`,
      asin: 'B0LAMP0001',
      confidence: 'high',
    },
  },
})
const advice: Advice = {
  ...{ number: 3, reference: 'F3-1-K7QM', amount: 79.75, method: 'paypal', state: 'sent', state_at: at },
  to: { account: 'm•••@pay.example', legal_name: 'Maya Okafor', country: 'DE' },
  creator: { payee_id: idOf(7, 3), username: 'maya', former: null },
  ...{ reason: null, drafted_at: at, paid: null, before: 2, is_by_time: false, left: 8, held: 8 },
  sums: { sales: 126.26, returns: -25, fee: -20.26, by_hand: -1.25, came_back: 0 },
  items: [rowOf(1)],
  next_cursor: '1',
}
const pages = ({ query }: { query?: { cursor?: string } }) =>
  query?.cursor ? { ...advice, items: [rowOf(2)], next_cursor: null } : advice
const text = (words: string) => page.getByText(words, { exact: true })

describe('the remittance advice (docs/product/payouts.md#remittance-advice)', () => {
  it('shows all deductions and all rows, and is reached from the payout', async () => {
    await renderApp(`/earnings/payouts/${idOf(7, 1)}/advice`, {
      api: { 'GET /api/v1/me/payouts/:id/advice': pages },
    })
    await expect.element(page.getByRole('heading', { name: 'Payout 3, $79.75' })).toBeVisible()
    for (const [name, amount] of [
      ['Returns', '−$25.00'],
      ['Platform fee', '−$20.26'],
      ['Adjusted by hand', '−$1.25'],
      ['Held then', '−$8.00'],
    ] as const) {
      await expect.element(text(name)).toBeVisible()
      await expect.element(text(amount)).toBeVisible()
    }
    expect(text('Payouts that came back').elements()).toEqual([])
    await expect.element(text('2 rows')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Print' })).toBeEnabled()
    expect(await flawsInEveryLook()).toEqual({})
  })

  it('of a payee who has left is for admins', async () => {
    const creator = { ...advice.creator, username: null, former: { number: 12, left_on: '2026-11-03' } }
    await renderApp(`/admin/advice/${idOf(7, 1)}`, {
      api: {
        'GET /api/v1/me': () => ({ ...me, is_admin: true }),
        'GET /api/v1/admin/payout-lines/:id/advice': () => ({
          ...advice,
          ...{ creator, to: null, next_cursor: null, items: [], before: null, reason: 'Account closed' },
          ...{ state: 'failed', is_by_time: true, paid: 8 },
        }),
      },
    })
    await expect.element(page.getByText('payee 12')).toBeVisible()
    await expect.element(page.getByText('Account closed')).toBeVisible()
    await expect.element(page.getByText('We have looked into it: $8.00 was paid.')).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'Payout 3, $8.00 of $79.75' })).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
  })

  it('says that there is none, that it failed, and that not all rows came', async () => {
    const path = `/earnings/payouts/${idOf(7, 1)}/advice`
    const { answer } = await renderApp(path, {
      api: { 'GET /api/v1/me/payouts/:id/advice': () => Promise.reject(refused('internal_error')) },
    })
    await expect.element(text('Failed to load the advice')).toBeVisible()
    answer({
      'GET /api/v1/me/payouts/:id/advice': (asked) =>
        asked.query?.cursor ? Promise.reject(refused('internal_error')) : pages(asked),
    })
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(text('Failed to load all rows')).toBeVisible()
    answer({ 'GET /api/v1/me/payouts/:id/advice': pages })
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(text('2 rows')).toBeVisible()
  })
})
