import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '../../testing/app.tsx'
import { type Answers, refused } from '../../testing/fake-api.ts'
import { flawsInEveryLook } from '../../testing/flaws.ts'
import { me } from '../../testing/people.ts'
import { idOf, onePage } from '../../testing/samples.ts'
import type { Adjustment, CreatorBalance, CreatorOrder, Hold } from '../answers.ts'

const dialog = page.getByRole('dialog')
const text = (words: string | RegExp) => page.getByText(words)
const button = (name: string) => page.getByRole('button', { name, exact: true })
const at = '2026-11-26T10:00:00Z'
const creator = { payee_id: idOf(7, 3), username: 'maya', former: null }
const money = {
  creator: { payee_id: idOf(7, 3), username: 'maya' },
  name: 'Maya Okafor',
  posted: 120,
  pending: 30.5,
  paid: 80,
  held: 0,
  available: 40,
}

const order: CreatorOrder = {
  ...{ order_item_id: `113-${'4'.repeat(40)}`, order_date: '2026-10-02', first_posted_at: at },
  ...{
    gross_commission: 10,
    platform_fee_amount: 2,
    user_amount: 8,
    month_amount: null,
    status: 'posted',
    under_review: null,
  },
  ...{
    is_provisional: false,
    through_list: null,
    held: 'Amazon has not paid for it.',
    product: null,
    entries: [],
    waiting: null,
  },
  amazon_orders: {
    product_title: 'A brass lamp with a shade of linen',
    asin: 'B0LAMP0001',
    confidence: 'high',
  },
}
const held: Hold = {
  ...{ id: idOf(7, 9), creator: null, order_item_id: order.order_item_id, month: null },
  order: { product_title: 'A brass lamp with a shade of linen', creators: [creator] },
  ...{ reason: 'Amazon has not paid for it.', set_by: 'ada', set_at: at, ended: null, unpaid: null },
  unpaid: null,
}

/** A stand-in for the server: what @maya has, one hold of an order, and what an admin does. */
function creators(): Answers {
  let balance: CreatorBalance = {
    ...{ ...money, creator, minimum: 10, why_not_due: null },
    next: { kind: 'ready', amount: 40, when: 'ready', why: null },
  }
  let holds = [held]
  let adjustments: Adjustment[] = []
  return {
    'GET /api/v1/me': () => ({ ...me, is_admin: true }),
    'GET /api/v1/admin/creators': ({ query }) => onePage(query?.q === 'zzz' ? [] : [money]),
    'GET /api/v1/admin/balances/:username': () => balance,
    'GET /api/v1/admin/creators/:username/orders': () => onePage([order]),
    'GET /api/v1/admin/creators/:username/payouts': () =>
      onePage([
        {
          ...{
            id: idOf(7, 1),
            run_id: idOf(7, 2),
            reference: 'F3-1',
            username: 'maya',
            former: null,
            amount: 80,
          },
          ...{ method: 'paypal' as const, state: 'failed' as const, state_at: at, reason: 'Account closed' },
          ...{ provider_reference: null, attention: [], is_own: false },
          ...{ is_handed: false, answers: 1, paid: 10 },
        },
      ]),
    'GET /api/v1/admin/fees': () => onePage([]),
    'GET /api/v1/admin/payees/:id/debts': () => ({ items: [] }),
    'GET /api/v1/admin/questions': () => onePage([]),
    'GET /api/v1/admin/adjustments': () => onePage(adjustments),
    'POST /api/v1/admin/adjustments': ({ body: { amount, reason } }) => {
      const made = { id: idOf(7, 8), creator, amount, reason, made_at: at }
      adjustments = [made]
      balance = { ...balance, available: balance.available + amount }
      return made
    },
    'GET /api/v1/admin/holds': ({ query }) =>
      onePage(holds.filter(({ ended }) => !query?.state || (query.state === 'ended') === (ended !== null))),
    'POST /api/v1/admin/holds': ({ body: { of, reason } }) => {
      const month = of.kind === 'month' ? { marketplace: of.marketplace, month: of.month } : null
      const whose = of.kind === 'creator' ? creator : null
      const made = {
        ...held,
        id: idOf(7, 10),
        creator: whose,
        month,
        order_item_id: null,
        order: null,
        reason,
      }
      holds = [made, ...holds]
      if (whose)
        balance = {
          ...{ ...balance, held: 40, available: 0, why_not_due: 'held' as const },
          next: { kind: 'held', amount: 40, when: 'held', why: null },
        }
      return made
    },
    'POST /api/v1/admin/holds/:id/end': ({ params: { id }, body: { reason } }) => {
      holds = holds.map((one) =>
        one.id === id ? { ...one, ended: { at, by: 'ada', reason, borne: null } } : one,
      )
      return holds.find((one) => one.id === id) ?? held
    },
  }
}

describe('the money of creators (docs/product/admin.md#creators)', () => {
  it('is found by name, and shows each order, payout, hold and adjustment', async () => {
    await renderApp('/admin/creators', { api: creators() })
    await expect.element(text('$30.50 pending')).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
    await page.getByRole('searchbox', { name: 'Search creators' }).fill('zzz')
    await expect.element(text('No creators found')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search creators' }).fill('maya')
    await page.getByRole('list', { name: 'creators' }).getByRole('link').click()
    await expect.element(text(/Due with the next payout\./)).toBeVisible()
    await expect.element(page.getByRole('link', { name: /\$10\.00 of \$80\.00 ?F3-1/ })).toBeVisible()
    const orders = page.getByRole('list', { name: 'orders' })
    await expect.element(orders.getByRole('link', { name: /A brass lamp/ })).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})

    await button('Adjust by hand').click()
    await dialog.getByLabelText('Reason').fill('A present')
    await dialog.getByRole('button', { name: 'Adjust' }).click()
    await expect.element(dialog.getByText('Please enter an amount in US dollars')).toBeVisible()
    await dialog.getByLabelText('Amount').fill('-$1.25')
    expect(await flawsInEveryLook()).toEqual({})
    await dialog.getByRole('button', { name: 'Adjust' }).click()
    await expect.element(text('−$1.25')).toBeVisible()

    await button('Hold').click()
    await dialog.getByLabelText('Reason').fill('We look into it')
    await dialog.getByRole('button', { name: 'Hold' }).click()
    await expect.element(text(/Not due: held\..+They read: “Next payout: \$40\.00, held\.”/)).toBeVisible()
    await expect.element(page.getByRole('list', { name: 'holds' }).getByText('We look into it')).toBeVisible()
  })

  it('of those who have left stays listed, with who has claimed it', async () => {
    const former = { number: 12, left_on: '2026-11-03' }
    const left = { payee_id: idOf(7, 11), former, posted: 25, pending: 3.5, paid: 0, held: 0, available: 25 }
    const claim = { left_at: at, claimed_at: null, moves_from: null, username: null }
    await renderApp('/admin/creators', {
      api: {
        ...creators(),
        'GET /api/v1/admin/deleted-accounts': () =>
          onePage([
            { ...left, claim },
            {
              ...left,
              payee_id: idOf(7, 12),
              claim: { ...claim, claimed_at: at, moves_from: at, username: 'maya' },
            },
            { ...left, payee_id: idOf(7, 13), claim: null },
          ]),
      },
    })
    await button('Deleted accounts').click()
    const accounts = page.getByRole('list', { name: 'deleted accounts' })
    await expect.element(accounts.getByText('$3.50 pending').first()).toBeVisible()
    await expect.element(accounts.getByText('Not claimed yet.')).toBeVisible()
    await expect.element(accounts.getByRole('link', { name: '@maya' })).toBeVisible()
    await expect.element(accounts.getByText('Nothing can be claimed.')).toBeVisible()
    await expect
      .element(accounts.getByRole('link', { name: 'Payee 12, left on Nov 3' }).first())
      .toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
  })

  it('says that it failed to load, or that nobody has the name', async () => {
    const { answer } = await renderApp('/admin/creators/maya', {
      api: {
        ...creators(),
        'GET /api/v1/admin/balances/:username': () => Promise.reject(refused('internal_error')),
      },
    })
    await expect.element(text('Failed to load the creator')).toBeVisible()
    answer({
      'GET /api/v1/admin/balances/:username': () => Promise.reject(refused('validation_failed')),
    })
    await button('Retry').click()
    await expect.element(text('Nothing here')).toBeVisible()
  })
})

describe('holds (docs/product/payouts.md#holds)', () => {
  it('that stand are listed, ended and set, each with a reason', async () => {
    const { sent } = await renderApp('/admin/holds?month=2026-10&marketplace=us', { api: creators() })
    await expect.element(text(/Of October 2026, amazon.com/)).toBeVisible()
    await expect.element(text('Amazon has not paid for it.')).toBeVisible()
    expect(sent('GET /api/v1/admin/holds').at(-1)?.input.query).toMatchObject({ month: '2026-10' })
    expect(await flawsInEveryLook()).toEqual({})
    await page.getByRole('button', { name: /^End hold of order/ }).click()
    await dialog.getByLabelText('Reason').fill('Amazon has paid')
    expect(await flawsInEveryLook()).toEqual({})
    await dialog.getByRole('button', { name: 'End hold' }).click()
    await expect.element(text('Nothing is held')).toBeVisible()
    await button('Ended').click()
    await expect.element(text(/by @ada: Amazon has paid/)).toBeVisible()

    await button('Hold').click()
    await dialog.getByRole('radio', { name: /A month/ }).click()
    await dialog.getByRole('textbox', { name: 'Month' }).fill('2026-9')
    await dialog.getByLabelText('Reason').fill('Amazon looks')
    await dialog.getByRole('button', { name: 'Hold' }).click()
    await expect.element(dialog.getByText('Please enter a month such as 2026-11')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Month' }).fill('2026-09')
    expect(await flawsInEveryLook()).toEqual({})
    await dialog.getByRole('button', { name: 'Hold' }).click()
    await button('Standing').click()
    await expect.element(page.getByText('September 2026, amazon.com', { exact: true })).toBeVisible()
  })
})
