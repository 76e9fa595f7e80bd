import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { LedgerEntry, LedgerWhy } from '../../../earnings/contract.ts'
import { renderApp } from '../../testing/app.tsx'
import { refused } from '../../testing/fake-api.ts'
import { fitsItsWidth, flawsInEveryLook, flawsOf } from '../../testing/flaws.ts'
import { button } from '../../testing/forms.ts'
import { earningsOf, historyPage, idOf } from '../../testing/samples.ts'

/** A row of the ledger, the n-th of the test. */
const row = (product_title: string, n: number, rest: Partial<LedgerEntry> = {}): LedgerEntry => ({
  id: idOf(3, n),
  order_item_id: `112-${n}`,
  transaction_type: 'commission',
  gross_commission: 4.2,
  platform_fee_amount: 0.84,
  user_amount: 3.36,
  own: null,
  status: 'posted',
  under_review: null,
  is_provisional: false,
  available_on: '2026-02-01',
  posted_on: '2026-02-01',
  created_at: '2026-11-18T10:00:00Z',
  amazon_orders: { product_title, asin: 'B0KETTLE01', confidence: 'high' },
  held: null,
  reason: null,
  product: null,
  through_list: null,
  ...rest,
})

const kettle = row('Gooseneck kettle', 1)
const tote = row('Canvas tote', 2, {
  transaction_type: 'return',
  gross_commission: -4.44,
  platform_fee_amount: -0.89,
  user_amount: -3.55,
  created_at: '2026-11-15T10:00:00Z',
  amazon_orders: { product_title: 'Canvas tote', asin: 'B0TOTE0001', confidence: 'medium' },
})

const glassKettle: NonNullable<LedgerEntry['product']> = {
  id: idOf(2, 1),
  title: 'Kettle of glass',
  image_url: null,
  image_is_amazons: false,
  short_link_id: 'kettle',
}

const why: LedgerWhy = {
  entry: kettle,
  rule: 'outbound_24h',
  conversions: [],
  is_credited: true,
  reported: { order_status: 'shipped', commission: 4.2, report_as_of: '2026-11-18T08:00:00Z' },
  note: null,
  click: { kind: 'outbound', clicked_at: '2026-11-03T14:02:00Z', short_link_id: 'kettle' },
  order: {
    order_item_id: '112-1',
    order_date: '2026-11-03',
    ordered_at: '2026-11-03T14:19:00Z',
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

const analytics = () => earningsOf('M', { all_time: { posted_earnings: 3.36, pending_earnings: 0 } })

describe('Earnings history (docs/product/earnings.md#history)', () => {
  it('is listed by month, with what was paid out beside what was earned (docs/product/earnings.md#months)', async () => {
    const months = [
      { month: '2026-11', entries: 2, user_amount: -0.19, paid: 20 },
      { month: '2026-10', entries: 1, user_amount: 3.36, paid: 0 },
    ]
    const lamp = row('Desk lamp', 6, { created_at: '2026-10-02T10:00:00Z' })
    await renderApp('/earnings?view=entries', {
      api: {
        'GET /api/v1/me/earnings': analytics,
        'GET /api/v1/me/ledger': () => historyPage([kettle, tote, lamp], months),
      },
    })
    const heads = page.getByRole('region', { name: 'Earnings history' }).getByRole('heading', { level: 3 })
    await expect.element(heads.first()).toHaveTextContent('November 2026 2 rows, $20.00 paid out −$0.19')
    await expect.element(heads.nth(1)).toHaveTextContent('October 2026 1 row $3.36')
    await page.viewport(1280, 800)
    const table = page.getByRole('table', { name: 'Earnings history' })
    await expect.element(table.getByText('October 2026', { exact: true })).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
  })

  it('explains why a row was posted, also after its order has moved to another creator', async () => {
    const { answer } = await renderApp('/earnings?view=entries', {
      api: {
        'GET /api/v1/me/earnings': analytics,
        'GET /api/v1/me/ledger': () => historyPage([kettle, tote]),
        'GET /api/v1/me/ledger/:id': () => ({
          ...why,
          entry: { ...kettle, product: glassKettle },
          is_credited: false,
        }),
      },
    })
    await button('Why this amount for Gooseneck kettle').click()
    await expect.element(page.getByText('Click on your link')).toBeVisible()
    await expect.element(page.getByText('only your links led to this product at Amazon')).toBeVisible()
    await expect.element(page.getByText('shipped, $4.20')).toBeVisible()
    // Links are named by product and orders by title; ids and hashes are folded.
    await expect.element(page.getByText('Click on your link to Kettle of glass')).toBeVisible()
    await expect.element(page.getByText('Order of Gooseneck kettle, 1 item, same product')).toBeVisible()
    const hash = page.getByText('0'.repeat(64))
    await expect.element(hash).not.toBeVisible()
    await page.getByText('Technical details').click()
    await expect.element(hash).toBeVisible()
    await expect.element(page.getByText('112-1', { exact: true })).toBeVisible()
    await expect.element(page.getByText('This order is no longer credited to you.')).toBeVisible()
    const taken = { ...why, entry: tote, rule: 'none' as const, click: null, is_credited: false }
    answer({ 'GET /api/v1/me/ledger/:id': () => taken })
    await button('Why this amount for Canvas tote').click()
    await expect
      .poll(() => page.getByText('This order is no longer credited to you.').elements().length)
      .toBe(2)
  })

  it('is a list on a phone, and says when a reason could not be loaded', async () => {
    const { answer } = await renderApp('/earnings?view=entries', {
      api: {
        'GET /api/v1/me/earnings': analytics,
        'GET /api/v1/me/ledger': () => historyPage([kettle, tote]),
        'GET /api/v1/me/ledger/:id': () => Promise.reject(refused('internal_error')),
      },
    })
    const rows = page.getByRole('list', { name: 'November 2026' }).getByRole('listitem')
    await expect
      .poll(() => rows.nth(1).query()?.textContent)
      .toBe('Why this amount for Canvas totereturn · Nov 15posted−$3.55')
    await expect.poll(() => rows.nth(1).query()?.getBoundingClientRect().height).toBeLessThan(80)
    await button('Why this amount for Canvas tote').click()
    await expect.element(rows.nth(1).getByText('B0TOTE0001')).toHaveTextContent('B0TOTE0001medium match')
    await button('Why this amount for Canvas tote').click()
    await button('Why this amount for Gooseneck kettle').click()
    await expect.element(page.getByText('Failed to load where this comes from')).toBeVisible()
    await expect.element(page.getByText('You earn', { exact: true })).toBeVisible()
    answer({ 'GET /api/v1/me/ledger/:id': () => why })
    await button('Retry').click()
    await expect.element(page.getByText('after Amazon paid')).toBeVisible()
  })

  it('shows payouts, what came back, and adjustments by hand, in words', async () => {
    const none = { order_item_id: null, amazon_orders: null }
    const paid = row('', 3, {
      ...{ ...none, transaction_type: 'payout', status: 'paid', gross_commission: -20, user_amount: -20 },
      platform_fee_amount: 0,
    })
    const back = row('', 4, {
      ...{
        ...none,
        transaction_type: 'payout_reversal',
        status: 'paid',
        gross_commission: 20,
        user_amount: 20,
      },
      ...{ platform_fee_amount: 0, reason: 'The address does not exist.' },
    })
    const added = row('', 5, {
      ...{ ...none, transaction_type: 'manual_adjustment', gross_commission: 0, platform_fee_amount: -1.5 },
      ...{ user_amount: 1.5, reason: 'For the photos of October' },
    })
    await renderApp('/earnings?view=entries', {
      api: {
        'GET /api/v1/me/earnings': analytics,
        'GET /api/v1/me/ledger': () => historyPage([added, back, paid]),
        'GET /api/v1/me/ledger/:id': ({ params }) => ({
          ...{ ...why, entry: [added, back, paid].find(({ id }) => id === params.id) as LedgerEntry },
          ...{ rule: null, order: null, fee_bps: null, reported: null, click: null, is_credited: false },
        }),
      },
    })
    await button('Why this amount for A payout that came back').click()
    await expect.element(page.getByText(/^This payout did not reach you/)).toBeVisible()
    await expect.element(page.getByText('“The address does not exist.”')).toBeVisible()
    await expect.element(page.getByText('payout returned')).toBeVisible()
    await button('Why this amount for For the photos of October').click()
    await expect.element(page.getByText('adjustment by hand')).toBeVisible()
    await button('Why this amount for Paid out to you').click()
    await expect.element(page.getByText(/^This was paid out to you/)).toBeVisible()
    await page.getByText('Technical details').first().click()
    expect(page.getByText('You earn', { exact: true }).elements()).toEqual([])
    expect(await flawsInEveryLook()).toEqual({})
  })

  it('shows that a row is under review, and why, instead of a posting day', async () => {
    const held = { ...kettle, status: 'pending' as const, under_review: 'several_creators' as const }
    await renderApp('/earnings?view=entries', {
      api: {
        'GET /api/v1/me/earnings': analytics,
        'GET /api/v1/me/ledger': () => historyPage([held]),
        'GET /api/v1/me/ledger/:id': () => ({ ...why, entry: held, rule: 'outbound_24h_several' }),
      },
    })
    await expect.element(page.getByText('under review', { exact: true })).toBeVisible()
    await button('Why this amount for Gooseneck kettle').click()
    await expect
      .element(page.getByText(/^Several creators’ links led to this product, so we decide by hand/))
      .toBeVisible()
    expect(page.getByText(/^until /).elements()).toEqual([])
    expect(fitsItsWidth()).toBe(true)
  })

  it('shows by which rates another currency became dollars', async () => {
    const inPounds = { month: '2026-11', currency: 'GBP', amount: '3.20', usd_per_unit: '1.3125000000' }
    const order = { ...why.order, currency: 'GBP', commission: 3.2 } as LedgerWhy['order']
    const reported = { ...why.reported, commission: 3.2 } as LedgerWhy['reported']
    const conversions = [{ ...inPounds, month: '2026-10', amount: '0.00' }, inPounds]
    await renderApp('/earnings?view=entries', {
      api: {
        'GET /api/v1/me/earnings': analytics,
        'GET /api/v1/me/ledger': () => historyPage([kettle]),
        'GET /api/v1/me/ledger/:id': () => ({ ...why, conversions, order, reported }),
      },
    })
    await button('Why this amount for Gooseneck kettle').click()
    await expect.element(page.getByText('£3.20 at 1.3125 for November 2026')).toBeVisible()
    await expect.element(page.getByText('shipped, £3.20')).toBeVisible()
    expect(page.getByText(/for October 2026/).elements()).toEqual([])
    expect(await flawsOf()).toEqual([])
  })

  it('shows of what came back its own amount, and what of the order waits', async () => {
    const own = { currency: 'GBP', amount: -3.2, usd_per_unit: '1.3125000000' }
    const waiting = { currency: 'GBP', amount: 5, months: ['2025-12'] }
    const order = { ...why.order, currency: 'GBP', commission: 5, waiting } as LedgerWhy['order']
    const row = { ...tote, own }
    await renderApp('/earnings?view=entries', {
      api: {
        'GET /api/v1/me/earnings': analytics,
        'GET /api/v1/me/ledger': () => historyPage([row]),
        'GET /api/v1/me/ledger/:id': () => ({ ...why, entry: row, order }),
      },
    })
    await button('Why this amount for Canvas tote').click()
    await expect.element(page.getByText('−£3.20 at 1.3125', { exact: true })).toBeVisible()
    await expect
      .element(page.getByText('£5.00, becomes dollars once December 2025’s rate is set'))
      .toBeVisible()
    expect(await flawsOf()).toEqual([])
  })

  it('shows that a row is provisional while the order may become another creator’s', async () => {
    const today = { ...kettle, status: 'pending' as const, is_provisional: true }
    await renderApp('/earnings?view=entries', {
      api: {
        'GET /api/v1/me/earnings': analytics,
        'GET /api/v1/me/ledger': () => historyPage([today]),
        'GET /api/v1/me/ledger/:id': () => ({ ...why, entry: today }),
      },
    })
    await expect.element(page.getByText('provisional', { exact: true })).toBeVisible()
    await button('Why this amount for Gooseneck kettle').click()
    await expect.element(page.getByText(/^Visits of the order’s day may still make it another/)).toBeVisible()
    expect(fitsItsWidth()).toBe(true)
  })

  it('loads more rows, shows when that fails, and focuses the first new one', async () => {
    const all = Array.from({ length: 60 }, (_, n) =>
      row(n === 59 ? `${'Very long title '.repeat(20)}59` : `Thing ${n}`, n),
    )
    const { answer } = await renderApp('/earnings?view=entries', {
      api: {
        'GET /api/v1/me/earnings': analytics,
        'GET /api/v1/me/ledger': ({ query }) => {
          if (query.cursor) throw refused('internal_error')
          return { ...historyPage(all.slice(0, 50)), next_cursor: 'fifty' }
        },
        'GET /api/v1/me/ledger/:id': () => why,
      },
    })
    const whys = page.getByRole('button', { name: /^Why this amount/ })
    await expect.element(whys.first()).toBeVisible()
    expect(whys.elements()).toHaveLength(50)
    await expect.element(page.getByText('Latest 50')).toBeVisible()

    await button('Show more').click()
    await expect.element(page.getByText('Failed to load earnings history')).toBeVisible()
    expect(whys.elements()).toHaveLength(50)
    answer({
      'GET /api/v1/me/ledger': ({ query }) => historyPage(query.cursor === 'fifty' ? all.slice(50) : []),
    })
    ;(button('Retry').element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Latest 60')).toBeVisible()
    expect(whys.elements()).toHaveLength(60)
    await expect.element(button('Why this amount for Thing 50')).toHaveFocus()
    expect(button('Show more').elements()).toEqual([])
    expect(fitsItsWidth()).toBe(true)
  })
})
