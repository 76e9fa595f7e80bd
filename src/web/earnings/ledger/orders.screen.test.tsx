import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { LedgerWhy } from '../../../earnings/contract.ts'
import { addressOf, renderApp } from '../../testing/app.tsx'
import { fitsItsWidth, flawsInEveryLook } from '../../testing/flaws.ts'
import { button } from '../../testing/forms.ts'
import { pressAt } from '../../testing/keys.ts'
import { earningsOf, historyPage, idOf, ledgerOrder, ledgerRow } from '../../testing/samples.ts'

const kettle = ledgerOrder('Gooseneck kettle', 1)
const tote = ledgerOrder('Canvas tote', 2, {
  gross_commission: 0,
  platform_fee_amount: 0,
  user_amount: 0,
  status: 'netted',
  entries: [
    ledgerRow(2),
    ledgerRow(3, {
      transaction_type: 'return',
      gross_commission: -4.2,
      platform_fee_amount: -0.84,
      user_amount: -3.36,
    }),
  ],
})
const vase = ledgerOrder('Ripple vase', 4, { status: 'under_review', under_review: 'own_purchase' })
const lamp = ledgerOrder('A lamp with a title that is rather long, and longer than a phone is wide', 5, {
  status: 'pending',
  user_amount: 12_345.67,
})

const why: LedgerWhy = {
  entry: {
    ...ledgerRow(1),
    order_item_id: '112-1',
    is_provisional: false,
    amazon_orders: kettle.amazon_orders,
    held: null,
    reason: null,
    product: null,
    through_list: null,
  },
  rule: 'sub_tag',
  conversions: [],
  is_credited: true,
  reported: null,
  note: null,
  click: null,
  order: {
    order_item_id: '112-1',
    order_date: '2026-11-03',
    ordered_at: null,
    quantity: 1,
    order_status: 'shipped',
    asin: 'B0KETTLE01',
    product_title: 'Gooseneck kettle',
    is_same_product: true,
    currency: 'USD',
    commission: 4.2,
    waiting: null,
  },
  fee_bps: 2_000,
  ...{ fee_from: null, is_own_fee: false },
  entries: [],
  chain: { sequence: 1, hash: '0'.repeat(64) },
}

const api = {
  'GET /api/v1/me/earnings': () =>
    earningsOf('M', { all_time: { posted_earnings: 3.36, pending_earnings: 0 } }),
  'GET /api/v1/me/ledger/orders': () => historyPage([kettle, tote, vase, lamp]),
  'GET /api/v1/me/ledger': () => historyPage([why.entry]),
  'GET /api/v1/me/ledger/:id': () => why,
}
const items = page.getByRole('list', { name: 'November 2026' }).getByRole('listitem')

describe('the ledger by orders (docs/product/earnings.md#orders)', () => {
  it('shows each order’s sum, and opens its rows by the keyboard', async () => {
    await renderApp('/earnings', { api })
    await expect.element(items.first()).toBeVisible()
    await expect
      .poll(() => items.elements().map(({ textContent }) => textContent))
      .toEqual([
        'Gooseneck kettleB0KETTLE01 · Ordered Nov 3posted$3.36',
        'Canvas toteB0KETTLE01 · Ordered Nov 3 · 2 rowscame to nothing$0.00',
        'Ripple vaseB0KETTLE01 · Ordered Nov 3under review$3.36',
        expect.stringMatching(/pending\$12,345\.67$/),
      ])
    const opener = page.getByRole('button', { name: 'Canvas tote', exact: true })
    ;(opener.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(opener).toHaveAttribute('aria-expanded', 'true')
    const rows = page.getByRole('list', { name: 'Rows of this order' }).getByRole('listitem')
    await expect.poll(() => rows.elements().length).toBe(2)
    await expect
      .element(rows.nth(1))
      .toHaveTextContent('return Nov 18posted−$3.36Why this amount for Canvas tote')
    await rows.nth(1).getByRole('button').click()
    await expect.element(rows.nth(1).getByText('You earn', { exact: true })).toBeVisible()
    await button('Gooseneck kettle').click()
    await expect.element(page.getByText('The order came with your link’s own mark.').first()).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
  })

  it('is listed by month, each with the sum of all of it, also where it goes on (docs/product/earnings.md#months)', async () => {
    const november = { month: '2026-11', orders: 51, user_amount: 171.36 }
    const october = { month: '2026-10', orders: 1, user_amount: -3.36 }
    const older = [ledgerOrder('A late one', 60), ledgerOrder('A lamp', 61, { order_date: '2026-10-30' })]
    await renderApp('/earnings', {
      api: {
        ...api,
        'GET /api/v1/me/ledger/orders': ({ query }) =>
          query.cursor
            ? historyPage(older, [november, october])
            : { ...historyPage([kettle], [november]), next_cursor: 'more' },
      },
    })
    const heads = page.getByRole('region', { name: 'Earnings history' }).getByRole('heading', { level: 3 })
    await expect.element(heads.first()).toHaveTextContent('November 2026 51 orders $171.36')
    await button('Show more').click()
    await expect.element(heads.nth(1)).toHaveTextContent('October 2026 1 order −$3.36')
    expect(items.elements()).toHaveLength(2)
    await expect
      .element(page.getByRole('list', { name: 'October 2026' }).getByRole('button'))
      .toHaveTextContent('A lamp')
    expect(await flawsInEveryLook()).toEqual({})
  })

  it('shows a long title on one line, and all of it with ASIN and match once it is open', async () => {
    const title = 'Kettle of steel with a handle of wood '.repeat(5).trim()
    await page.viewport(390, 844)
    await renderApp('/earnings', {
      api: { ...api, 'GET /api/v1/me/ledger/orders': () => historyPage([ledgerOrder(title, 1)]) },
    })
    const opener = page.getByRole('button', { name: title })
    await expect.element(opener).toBeVisible()
    const height = () => opener.element().getBoundingClientRect().height
    expect(height()).toBeLessThan(30)
    await opener.click()
    await expect.poll(height).toBeGreaterThan(60)
    await expect.element(items.first().getByText('high match')).toBeVisible()
    await expect.element(items.first().getByText('B0KETTLE01', { exact: true })).toBeVisible()
    expect(fitsItsWidth()).toBe(true)
    // What looks wrong is asked at the end, after everything that explains it.
    const all = items.first().element().querySelectorAll('button, summary')
    expect([...all].at(-1)?.textContent).toBe('Something looks wrong?')
  })

  it('is walked through by keyboard alone, with the focus in sight', async () => {
    await renderApp('/earnings', { api })
    await expect.element(items.first()).toBeVisible()
    await pressAt(button('Posting date'))
    await expect.poll(addressOf).toBe('/earnings?sort=posted')
    await expect.element(button('Posting date')).toHaveFocus()
    const opener = page.getByRole('button', { name: 'Canvas tote', exact: true })
    await pressAt(opener, ' ')
    await expect.element(opener).toHaveAttribute('aria-expanded', 'true')
    const rows = page.getByRole('list', { name: 'Rows of this order' }).getByRole('listitem')
    const reason = rows.nth(1).getByRole('button', { name: /^Why this amount/ })
    await pressAt(reason)
    await expect.element(rows.nth(1).getByText('You earn', { exact: true })).toBeVisible()
    await expect.element(reason).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(rows.nth(1).getByText('You earn', { exact: true })).not.toBeInTheDocument()
  })

  it('has view and sort in the address', async () => {
    const { sent } = await renderApp('/earnings', { api })
    await button('Posting date').click()
    await expect.poll(addressOf).toBe('/earnings?sort=posted')
    await expect.element(items.first().getByText('In the ledger since Nov 18')).toBeVisible()
    await button('Entries').click()
    await expect.poll(addressOf).toBe('/earnings?view=entries&sort=posted')
    expect(button('Order date').elements()).toEqual([])
    await expect.poll(() => sent('GET /api/v1/me/ledger').length).toBe(1)
    await button('Orders').click()
    await expect.poll(addressOf).toBe('/earnings?sort=posted')
    expect(sent('GET /api/v1/me/ledger/orders').map(({ input }) => input.query.sort)).toEqual([
      'ordered',
      'posted',
    ])
  })

  it('shows one product’s orders, with a link to all', async () => {
    const id = idOf(2, 1)
    const { sent } = await renderApp(`/earnings?product=${id}`, {
      api: {
        ...api,
        'GET /api/v1/me/ledger/orders': ({ query }) => historyPage(query.product ? [] : [kettle]),
      },
    })
    await expect.element(page.getByText('No orders yet.')).toBeVisible()
    expect(page.getByRole('heading', { name: 'No earnings yet' }).elements()).toEqual([])
    expect(sent('GET /api/v1/me/ledger/orders')[0]?.input.query.product).toBe(id)
    await page.getByRole('link', { name: 'Show all orders' }).click()
    await expect.element(items.first().getByText('Gooseneck kettle')).toBeVisible()
    await expect.poll(addressOf).toBe('/earnings')
  })

  it('names the product that one’s orders are of, a deleted one by what was bought', async () => {
    const product = {
      id: idOf(2, 1),
      title: 'My favourite kettle',
      image_url: null,
      image_is_amazons: false,
      short_link_id: 'kettle-a1b2' as string | null,
    }
    const orderOf = (of: typeof product) => historyPage([{ ...kettle, product: of }])
    const call = 'GET /api/v1/me/ledger/orders'
    const heading = page.getByText(/^Orders of /)
    const { unmount } = await renderApp(`/earnings?product=${product.id}`, {
      api: { ...api, [call]: () => orderOf(product) },
    })
    await expect.element(heading).toHaveTextContent('Orders of My favourite kettle. Show all orders')
    await unmount()
    const gone = { ...product, id: idOf(2, 2), title: 'Amazon item B0KETTLE01', short_link_id: null }
    await renderApp(`/earnings?product=${gone.id}`, { api: { ...api, [call]: () => orderOf(gone) } })
    await expect.element(heading).toHaveTextContent('Orders of Gooseneck kettle. Show all orders')
  })
})
