import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ReconciledMonth, Transfer } from '../../../payouts/transfers/contract.ts'
import { currencyOf } from '../../../shared/amazon/marketplaces.ts'
import { renderApp } from '../../testing/app.tsx'
import { type Answers, refused } from '../../testing/fake-api.ts'
import { fitsItsWidth, flawsInEveryLook, flawsOf } from '../../testing/flaws.ts'
import { pressAt } from '../../testing/keys.ts'
import { me } from '../../testing/people.ts'
import { idOf, onePage } from '../../testing/samples.ts'
import type { MonthOrder, UnpaidOrder } from '../answers.ts'

const dialog = page.getByRole('dialog')
const text = (words: string | RegExp) => page.getByText(words)

/** A stand-in for the server's receipts of September 2026, of which $1,320 was reported; 'P-1' is used already. */
function receipts(): Answers {
  let all: Transfer[] = []
  const september = (): ReconciledMonth => {
    const received = all.reduce((sum, { amount, reversed }) => sum + (reversed ? 0 : amount), 0)
    return {
      ...{ marketplace: 'us', month: '2026-09', currency: 'USD', received, difference: received - 1_320 },
      ...{ is_over: true, rule: 'calendar', stage: 'by_calendar', released: null },
      ...{ payment: received === 0 ? 'none' : 'less', missing: 1_320 - received, borne: 0, held: 0 },
      ...{ reported: 1_320, of_creators: 1_000, of_nobody: 300, under_review: 20 },
    }
  }
  return {
    'GET /api/v1/me': () => ({ ...me, is_admin: true }),
    'GET /api/v1/admin/months/moves': () => ({ orders: 0, items: [] }),
    'GET /api/v1/admin/unpaid-orders': () => onePage([]),
    'GET /api/v1/admin/receipts': ({ query }) => {
      const year = Number(query.year ?? 2026)
      return { year, items: year === 2026 ? [september()] : [], transfers: year === 2026 ? all : [] }
    },
    'POST /api/v1/admin/receipts': ({
      body: { marketplace, amount, usd, reference, received_on, lines, confirmed = [] },
    }) => {
      if (reference === 'P-1') {
        const message = 'A receipt with this reference is recorded already.'
        throw refused('conflict', message, { problems: [{ path: 'reference', message }] })
      }
      const questions = [{ id: 'no_orders 2026-08', text: 'amazon.com has no orders of August 2026.' }]
      if (lines.some((line) => 'month' in line && line.month === '2026-08') && confirmed.length === 0)
        throw refused('confirmation_required', 'Please look.', { questions })
      const made: Transfer = {
        ...{ id: idOf(3, all.length), marketplace, currency: currencyOf(marketplace), amount, reference },
        ...{ received_on, usd: usd ?? amount },
        lines: lines.map((line) => ({ month: null, order_item_ids: [], usd: line.amount, ...line })),
        ...{ recorded_by: 'ada', recorded_at: '2026-11-22T12:00:00Z', reversed: null },
      }
      all = [made, ...all]
      return made
    },
    'POST /api/v1/admin/receipts/:id/reverse': ({ params, body: { reason } }) => {
      const reversed = { at: '2026-11-23T12:00:00Z', by: 'ada', reason }
      all = all.map((one) => (one.id === params.id ? { ...one, reversed } : one))
      return all.find(({ id }) => id === params.id) as Transfer
    },
  }
}

const short: ReconciledMonth = {
  ...{
    marketplace: 'us',
    month: '2026-09',
    currency: 'USD',
    received: 1_300,
    difference: -20,
    rule: 'receipt',
  },
  ...{ is_over: true, released: null, reported: 1_320, of_creators: 1_000, of_nobody: 300, under_review: 20 },
  ...{ payment: 'less', stage: 'unpaid', missing: 20, borne: 0, held: 0 },
}
const byAda = { on: '2026-11-22', reason: null, by: 'ada', by_itself: false }
const byItself = { on: '2026-11-22', how: 'paid_in_full', reason: null, by: null, by_itself: true } as const

const creator = { payee_id: idOf(7, 3), username: 'maya' }
const orderOf = (n: number, commission: number): MonthOrder => ({
  ...{
    order_item_id: `112-${n}`,
    product_title: `A brass lamp ${n} with a shade of linen`,
    asin: 'B0LAMP0001',
  },
  ...{ order_date: '2026-09-03', creator: n === 3 ? null : creator, commission, currency: 'USD' },
})

/** A stand-in for a month that goes by receipts, and lacks $20. */
function releases() {
  let month = short
  let body: unknown
  let unpaid: UnpaidOrder[] = [
    {
      ...{
        id: idOf(7, 9),
        order_item_id: '112-8',
        product_title: 'A kettle',
        creators: [{ ...creator, former: null }],
      },
      ...{
        marketplace: 'us',
        month: '2026-07',
        commission: 4.5,
        currency: 'USD',
        since: '2026-09-01T12:00:00Z',
      },
    },
  ]
  const api: Answers = {
    'GET /api/v1/me': () => ({ ...me, is_admin: true }),
    'GET /api/v1/admin/months/moves': () => ({ orders: 0, items: [] }),
    'GET /api/v1/admin/receipts': () => ({ year: 2026, items: [month], transfers: [] }),
    'GET /api/v1/admin/unpaid-orders': () => onePage(unpaid),
    'GET /api/v1/admin/months/:marketplace/:month/orders': ({ query }) =>
      onePage(
        [orderOf(1, 15), orderOf(2, 8), orderOf(3, 6.5)].filter(
          ({ order_item_id }) => !query?.q || order_item_id === query.q,
        ),
      ),
    'POST /api/v1/admin/holds/:id/bear': ({ params: { id } }) => {
      unpaid = unpaid.filter((one) => one.id !== id)
      return { borne: 4.5, currency: 'USD' }
    },
    'POST /api/v1/admin/months/:marketplace/:month/release': ({ body: asked }) => {
      body = asked
      const reason = 'reason' in asked ? asked.reason : null
      month = {
        ...short,
        stage: 'released_orders_held',
        held: 23,
        released: { ...byAda, how: asked.how, reason },
      }
      return { released_on: '2026-11-22' }
    },
  }
  return { api, sent: () => body }
}

describe('receipts (docs/product/payouts.md#receipts)', () => {
  it('are recorded and reversed, with problems beside their fields', async () => {
    await renderApp('/admin/receipts', { api: receipts() })
    const month = page.getByRole('region', { name: 'September 2026, amazon.com' })
    await expect.element(month.getByText('Not paid yet')).toBeVisible()
    await expect
      .element(month.getByText('$1,000.00 of creators · $300.00 of nobody · $20.00 under review'))
      .toBeVisible()
    await page.getByRole('button', { name: 'Record a receipt' }).click()
    const field = (name: string) => dialog.getByLabelText(name, { exact: true })
    const send = dialog.getByRole('button', { name: 'Record', exact: true })
    await send.click()
    await expect.element(text('Please enter a month such as 2026-11')).toBeVisible()
    await expect.element(text('Please enter a reference')).toBeVisible()
    await expect.element(field('Amount')).toHaveFocus()
    await field('Month').fill('2026-09')
    await field('Received on').fill('2026-11-20')
    await field('Amount').fill('$1,300.00')
    await field('Reference').fill('P-1')
    expect(await flawsOf()).toEqual([])
    await send.click()
    await expect.element(text('A receipt with this reference is recorded already.')).toBeVisible()
    await field('Reference').fill('P-2')
    await send.click()
    await expect.element(text('Receipt recorded')).toBeVisible()
    await expect.element(month.getByText('$20.00 less than reported')).toBeVisible()
    await expect.element(month.getByText(/Nov 20.* · P-2/)).toBeVisible()
    const transfers = page.getByRole('region', { name: 'Transfers' })
    await expect.element(transfers.getByText(/received on Nov 20.*recorded by @ada/)).toBeVisible()
    expect(await flawsOf()).toEqual([])
    expect(fitsItsWidth()).toBe(true)

    await transfers.getByRole('button', { name: 'Reverse P-2' }).click()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Of another month')
    await dialog.getByRole('button', { name: 'Reverse' }).click()
    await expect.element(text('Receipt reversed')).toBeVisible()
    await expect.element(transfers.getByText(/Reversed on .* by @ada: Of another month/)).toBeVisible()
    await expect.element(month.getByText('Not paid yet')).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
  })

  it('are recorded and reversed by keyboard alone; Escape gives the focus back', async () => {
    await renderApp('/admin/receipts', { api: receipts() })
    const record = page.getByRole('button', { name: 'Record a receipt' })
    await expect.element(page.getByRole('region', { name: 'September 2026, amazon.com' })).toBeVisible()
    await pressAt(record)
    await expect.element(dialog).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(record).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog.getByLabelText('Amount', { exact: true })).toBeVisible()
    dialog.getByLabelText('Amount', { exact: true }).element().focus()
    await userEvent.keyboard('1300{Tab}')
    await expect.element(dialog.getByLabelText('Received on')).toHaveFocus()
    await dialog.getByLabelText('Received on').fill('2026-11-20')
    dialog.getByLabelText('Reference').element().focus()
    await userEvent.keyboard('P-3{Tab}{Tab}2026-09{Tab}')
    await expect.element(dialog.getByLabelText('Part of the amount')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    const reverse = page.getByRole('button', { name: 'Reverse P-3' })
    await pressAt(reverse)
    await expect.element(dialog.getByRole('textbox', { name: 'Reason' })).toHaveFocus()
    await userEvent.keyboard('Of another month')
    await pressAt(dialog.getByRole('button', { name: 'Reverse' }))
    await expect.element(page.getByText(/Reversed on .* by @ada: Of another month/)).toBeVisible()
    await expect.poll(() => document.activeElement).not.toBe(document.body)
  })

  it('take several lines in pounds; the rest fills the one without an amount, and what surprises is asked once', async () => {
    await renderApp('/admin/receipts', { api: receipts() })
    await page.getByRole('button', { name: 'Record a receipt' }).click()
    const field = (name: string) => dialog.getByLabelText(name, { exact: true })
    await field('Marketplace').selectOptions('uk')
    await field('Amount').fill('110')
    await field('In US dollars').fill('143.20')
    await field('Received on').fill('2026-11-20')
    await field('Reference').fill('P-4')
    await field('Month').fill('2026-08')
    const add = dialog.getByRole('button', { name: 'Add a line' })
    await add.click()
    await field('Kind').nth(1).selectOptions('bounty')
    await field('Part of the amount').nth(1).fill('15')
    await add.click()
    await field('Kind').nth(2).selectOptions('deduction')
    await field('Taken off').fill('5')
    await expect.element(dialog.getByText('The rest: £100.00')).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
    await dialog.getByRole('button', { name: 'Record', exact: true }).click()
    await expect.element(text('amazon.com has no orders of August 2026.')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).last().click()
    await expect.element(field('Reference')).toHaveValue('P-4')
    await dialog.getByRole('button', { name: 'Record', exact: true }).click()
    await page.getByRole('button', { name: 'It is right' }).click()
    const transfers = page.getByRole('region', { name: 'Transfers' })
    await expect.element(transfers.getByText('£110.00 = $143.20')).toBeVisible()
    const lines = transfers.getByRole('list', { name: 'What P-4 was for' }).getByRole('listitem')
    expect(lines.elements().map(({ textContent }) => textContent)).toEqual([
      ...['August 2026 £100.00', 'Bounty £15.00', 'Deduction −£5.00'],
    ])
  })

  it('offer to move orders to the month in which they were shipped', async () => {
    const item = { marketplace: 'us', from: '2026-10', to: '2026-11', orders: 2, amount: 10 }
    let moves = { orders: 2, items: [item] }
    let sent: unknown
    await renderApp('/admin/receipts', {
      api: {
        ...receipts(),
        'GET /api/v1/admin/months/moves': () => moves,
        'POST /api/v1/admin/months/moves': ({ body }) => {
          sent = body
          moves = { orders: 0, items: [] }
          return body
        },
      },
    })
    await page.getByRole('button', { name: 'Look at them' }).click()
    await expect.element(text('October 2026 to November 2026')).toBeVisible()
    await expect.element(text('amazon.com · 2 orders, $10.00')).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
    await page.getByRole('button', { name: 'Move them' }).click()
    await expect.element(text('They move with the next calculation')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Look at them' })).not.toBeInTheDocument()
    expect(sent).toEqual({ orders: 2 })
  })

  it('are listed by years', async () => {
    await renderApp('/admin/receipts', { api: receipts() })
    await page.getByRole('button', { name: 'The year before: 2025' }).click()
    await expect.element(page.getByRole('heading', { name: 'Nothing in 2025' })).toBeVisible()
    await page.getByRole('button', { name: 'The year after: 2026' }).click()
    await expect.element(page.getByRole('region', { name: 'September 2026, amazon.com' })).toBeVisible()
  })

  it.each([
    [
      { stage: 'not_over', is_over: false, payment: 'none' },
      'Not paid yet',
      'Pending until it is released, once the month is over',
      false,
    ],
    [
      { stage: 'unpaid' },
      '$20.00 less than reported',
      'Pending until Amazon has paid it, or it is released',
      true,
    ],
    [
      { stage: 'awaits_report', payment: 'full', difference: 0 },
      ...['Paid in full', 'Pending until a report dated after its last day is imported'],
      true,
    ],
    [
      { stage: 'awaits_rate', payment: 'full', difference: 0 },
      'Paid in full',
      'Pending until its orders have a rate',
      false,
    ],
    [
      { stage: 'released', payment: 'full', difference: 0, released: byItself },
      'Paid in full',
      'Released on Nov 22: Amazon has paid it',
      false,
    ],
    [
      { stage: 'released_orders_held', held: 25, borne: 2, released: byItself },
      '$20.00 less than reported',
      'Released on Nov 22: orders of $25.00 are held until Amazon has paid; the platform bears $2.00',
      false,
    ],
    [
      { stage: 'released_borne', borne: 20, released: { ...byAda, how: 'platform', reason: 'Too little' } },
      '$20.00 less than reported',
      'Released on Nov 22 by @ada: the platform bears $20.00. “Too little”',
      false,
    ],
  ] as [Partial<ReconciledMonth>, string, string, boolean][])(
    'say how far a month is: %o',
    async (of, badge, stage, isOffered) => {
      const { api } = releases()
      await renderApp('/admin/receipts', {
        api: {
          ...api,
          'GET /api/v1/admin/receipts': () => ({ year: 2026, items: [{ ...short, ...of }], transfers: [] }),
        },
      })
      await expect.element(page.getByText(badge)).toBeVisible()
      await expect.element(page.getByText(stage)).toBeVisible()
      expect(page.getByRole('button', { name: /^Release/ }).elements()).toHaveLength(isOffered ? 1 : 0)
    },
  )

  it('are released with the orders that explain a shortfall, chosen from a list', async () => {
    const { api, sent } = releases()
    await renderApp('/admin/receipts', { api })
    const month = page.getByRole('region', { name: 'September 2026, amazon.com' })
    await month.getByRole('button', { name: /^Release/ }).click()
    await expect.element(dialog.getByText('$20.00 still missing')).toBeVisible()
    const send = dialog.getByRole('button', { name: 'Release', exact: true })
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Amazon did not pay for it')
    await send.click()
    await expect.element(text('Please choose an order')).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
    dialog
      .getByRole('checkbox', { name: /A brass lamp 1/ })
      .element()
      .focus()
    await userEvent.keyboard(' ')
    await expect.element(dialog.getByText('1 order of $15.00: $5.00 still missing')).toBeVisible()
    // What was chosen stays while one searches, and Enter there sends nothing.
    await dialog.getByRole('searchbox').fill('112-2')
    await expect.element(dialog.getByRole('checkbox', { name: /A brass lamp 1/ })).not.toBeInTheDocument()
    await userEvent.keyboard('{Enter}')
    await dialog.getByRole('checkbox', { name: /A brass lamp 2/ }).click()
    await expect.element(dialog.getByText('2 orders of $23.00: that is enough')).toBeVisible()
    expect(sent()).toBeUndefined()
    await send.click()
    await expect.element(text('Month released')).toBeVisible()
    expect(sent()).toEqual({
      ...{ how: 'orders_held', order_item_ids: ['112-1', '112-2'], reason: 'Amazon did not pay for it' },
    })
    await expect.element(month.getByText(/^Released on Nov 22.* by @ada: orders of \$23/)).toBeVisible()
    expect(fitsItsWidth()).toBe(true)
  })

  it('list what Amazon has not paid for long, which the platform may bear', async () => {
    const { api } = releases()
    await renderApp('/admin/receipts', { api })
    const section = page.getByRole('region', { name: 'Waiting for Amazon for over 60 days' })
    await expect.element(section.getByText(/July 2026, amazon.com · since Sep 1/)).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
    await section.getByRole('button', { name: 'Bear it of order 112-8' }).click()
    await dialog.getByRole('button', { name: 'Bear it' }).click()
    await expect.element(text('Please give a reason')).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Amazon will not')
    await dialog.getByRole('button', { name: 'Bear it' }).click()
    await expect.element(text('The platform bears it')).toBeVisible()
    await expect.element(section).not.toBeInTheDocument()
  })
})
