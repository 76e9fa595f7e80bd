import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { AnswerOf } from '../../api/client.ts'
import { renderApp } from '../../testing/app.tsx'
import { type Answers, refused } from '../../testing/fake-api.ts'
import { fitsItsWidth, flawsInEveryLook } from '../../testing/flaws.ts'
import { idOf, onePage } from '../../testing/samples.ts'

const at = '2026-11-26T10:00:00Z'
const own = {
  ...{ id: idOf(7, 1), number: 3, amount: 40, method: 'paypal' as const, state_at: at },
  ...{ paid: null, is_looked_into: false },
}
const balance: AnswerOf<'GET /api/v1/me/balance'> = {
  ...{ posted: 120, pending: 30.5, paid: 80, held: 12, available: 28, minimum: 10 },
  why_not_due: null,
  holds: [
    {
      ...{ of: 'month', order_item_id: null, marketplace: 'de', month: '2026-09' },
      ...{ reason: 'Amazon has not paid for it.', since: at },
    },
    {
      ...{ of: 'order', order_item_id: `113-${'4'.repeat(60)}`, marketplace: null, month: null },
      ...{ reason: 'We ask Amazon about it.', since: at },
    },
  ],
  coming: [],
  next: { kind: 'ready', amount: 28, when: 'about Dec 5', why: 'To PayPal, m•••@pay.example.' },
}

const undated = { on: null, month: null, marketplace: null }

const covered: AnswerOf<'GET /api/v1/me/payouts/:id'> = {
  ...{ ...own, state: 'failed', reason: 'Account closed', drafted_at: at },
  ...{ is_by_time: true, before: 2, left: 8, rows: 40.5, held: 8.5, next_cursor: null },
  items: [
    {
      amount: 40.5,
      entry: {
        ...{
          id: idOf(8, 1),
          order_item_id: '112-1',
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
        amazon_orders: { product_title: 'A brass lamp', asin: 'B0LAMP0001', confidence: 'high' },
      },
    },
  ],
}

const openPayouts = (answers: Answers = {}) =>
  renderApp('/earnings/payouts', {
    api: {
      'GET /api/v1/me/balance': () => balance,
      'GET /api/v1/me/payouts': () => onePage([]),
      'GET /api/v1/me/claims': () => ({ items: [] }),
      ...answers,
    },
  })
const text = (words: string) => page.getByText(words, { exact: true })

describe('one’s own payouts (docs/product/payouts.md#own-payouts)', () => {
  it('are listed with how far they are', async () => {
    await openPayouts({
      'GET /api/v1/me/payouts': () =>
        onePage([
          { ...own, state: 'approved', reason: null, is_looked_into: true },
          { ...own, id: idOf(7, 2), state: 'failed', reason: 'The provider says: Denied', paid: 8 },
        ]),
    })
    await expect.element(text('On its way')).toBeVisible()
    await expect.element(text('The provider says: Denied')).toBeVisible()
    await expect.element(page.getByText(/We are looking into it, and pay nothing more/)).toBeVisible()
    await expect.element(text('We have looked into it: $8.00 was paid.')).toBeVisible()
    await expect.element(text('$8.00 of $40.00')).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
  })

  it('show one by one which rows they cover, and why one failed', async () => {
    await openPayouts({
      'GET /api/v1/me/payouts': () => onePage([{ ...own, state: 'failed', reason: 'Account closed' }]),
      'GET /api/v1/me/payouts/:id': () => covered,
    })
    await page.getByRole('link', { name: /payout 3/ }).click()
    await expect.element(page.getByText(/It did not reach you\..+Account closed/)).toBeVisible()
    for (const line of ['Rows since payout 2', 'Left from before', 'Held then', 'This payout'])
      await expect.element(text(line)).toBeVisible()
    await expect.element(text('−$8.50')).toBeVisible()
    await expect.element(page.getByText(/they are found by their time/)).toBeVisible()
    await expect.element(page.getByRole('list', { name: 'Rows' }).getByText('A brass lamp')).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
  })

  it.each([
    [10, '$10.00 of $40.00'],
    [0, '$0.00 of $40.00'],
    [45, '$45.00 instead of $40.00'],
  ])('show beside the amount what was paid of it: %d', async (paid, words) => {
    await openPayouts({
      'GET /api/v1/me/payouts': () => onePage([{ ...own, state: 'paid', reason: null, paid }]),
      'GET /api/v1/me/payouts/:id': () => ({ ...covered, state: 'paid', reason: null, paid }),
    })
    await expect.element(text(words)).toBeVisible()
    await page.getByRole('link', { name: /payout 3/ }).click()
    await expect.element(page.getByRole('region', { name: 'Payout' }).getByText(words)).toBeVisible()
    expect(fitsItsWidth()).toBe(true)
  })

  it('begin with what there is, and what is held with its reason', async () => {
    await openPayouts()
    await expect.element(text('$28.00')).toBeVisible()
    for (const sum of ['$30.50', '$12.00', '$80.00']) await expect.element(text(sum)).toBeVisible()
    await expect.element(text('September 2026, amazon.de')).toBeVisible()
    const held = page.getByRole('list', { name: 'Held' }).getByRole('listitem')
    await expect
      .element(held.first())
      .toHaveTextContent('September 2026, amazon.de, held since Nov 26: “Amazon has not paid for it.”')
    await expect
      .element(held.nth(1))
      .toHaveTextContent(`Order 113-${'4'.repeat(60)}, held since Nov 26: “We ask Amazon about it.”`)
    expect(await flawsInEveryLook()).toEqual({})
  })

  it('say what is posted when: on a day, once Amazon has paid, as it usually does, or after a look', async () => {
    await openPayouts({
      'GET /api/v1/me/balance': () => ({
        ...balance,
        coming: [
          { ...undated, on: '2027-01-29', amount: 18.25 },
          { ...undated, month: '2020-08', marketplace: 'de', amount: 4 },
          { ...undated, month: '2099-10', marketplace: 'de', amount: 10 },
          { ...undated, amount: 2.25 },
        ],
      }),
    })
    const rows = page
      .getByRole('list', { name: 'When pending amounts become available' })
      .getByRole('listitem')
    await expect.element(rows.nth(0)).toHaveTextContent('on Jan 29, 2027$18.25')
    await expect
      .element(rows.nth(1))
      .toHaveTextContent(
        'once Amazon has paid for August 2020, amazon.de, which takes longer than usual$4.00',
      )
    await expect
      .element(rows.nth(2))
      .toHaveTextContent(
        'once Amazon has paid for October 2099, amazon.de, usually by the end of December 2099$10.00',
      )
    await expect.element(rows.nth(3)).toHaveTextContent('once we have looked at its orders$2.25')
    expect(await flawsInEveryLook()).toEqual({})
  })

  it('say what is next', async () => {
    await openPayouts({ 'GET /api/v1/me/balance': () => ({ ...balance, holds: [] }) })
    const text = 'Next payout: $28.00, about Dec 5. To PayPal, m•••@pay.example.'
    await expect.element(page.getByRole('region', { name: 'Your balance' }).getByText(text)).toBeVisible()
  })

  it.each(['unproven' as const, 'no_details' as const, 'details_lost' as const])(
    'lead to what somebody has to do who is not due: %s',
    async (kind) => {
      const next = { kind, amount: 28, when: 'not yet', why: null }
      await openPayouts({ 'GET /api/v1/me/balance': () => ({ ...balance, next }) })
      const panel = page.getByRole('region', { name: 'Your balance' })
      await expect
        .element(panel.getByRole('link', { name: 'How you are paid' }))
        .toHaveAttribute('href', '/earnings/details')
      expect(await flawsInEveryLook()).toEqual({})
    },
  )

  it('say what is left of a deleted account, and claim it', async () => {
    const left = { available: 8.25, pending: 30.5, left_at: at }
    const { sent } = await openPayouts({
      'GET /api/v1/me/claims': () => ({ items: [{ ...left, claimed_at: null, moves_from: null }] }),
      'POST /api/v1/me/claims': () => ({
        items: [{ ...left, claimed_at: at, moves_from: '2026-12-10T10:00:00Z' }],
      }),
    })
    await expect.element(text('$8.25 available, $30.50 pending')).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
    await page.getByRole('button', { name: 'Claim it' }).click()
    await expect.element(page.getByText(/It goes to your balance from Dec 10 on/)).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Claim it' })).not.toBeInTheDocument()
    expect(sent('POST /api/v1/me/claims')).toHaveLength(1)
  })

  it('say that the balance failed to load, and ask for it again', async () => {
    const { answer } = await openPayouts({
      'GET /api/v1/me/balance': () => Promise.reject(refused('internal_error')),
    })
    await expect.element(text('Failed to load your balance')).toBeVisible()
    answer({ 'GET /api/v1/me/balance': () => balance })
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(text('$28.00')).toBeVisible()
  })
})
