import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { addressOf, renderApp } from '../../testing/app.tsx'
import { flawsInEveryLook } from '../../testing/flaws.ts'
import { earningsOf, historyPage, ledgerOrder, onePage, ownCategories } from '../../testing/samples.ts'

const arrivesAt = (address: string) => expect.poll(addressOf).toBe(address)

const sums = { posted_earnings: 3.36, pending_earnings: 9 }
const earned = { 'GET /api/v1/me/earnings': () => earningsOf('M', { ...sums, all_time: sums }) }
const none = {
  ...{ posted: 3.36, pending: 9, paid: 0, held: 0, available: 0, minimum: 10, why_not_due: null },
  ...{ holds: [], coming: [] },
  next: { kind: 'coming' as const, amount: 9, when: 'ready from Jan 29', why: null },
}
/** A hold on all of it, or on the n-th order. */
const hold = (n: number) => ({
  of: n === 1 ? ('everything' as const) : ('order' as const),
  ...{ order_item_id: n === 1 ? null : `112-${n}`, marketplace: null, month: null },
  ...{ reason: 'We look into clicks.', since: '2026-11-24T10:00:00Z' },
})

describe('Earnings analytics (docs/product/earnings.md#overview-page)', () => {
  it('shows months at an address with an unknown period', async () => {
    const { sent } = await renderApp('/earnings?period=Q', {
      api: {
        'GET /api/v1/me/earnings': ({ query }) =>
          earningsOf(query.period ?? 'M', { all_time: { posted_earnings: 1, pending_earnings: 0 } }),
      },
    })
    await expect.element(page.getByText(/Posted Earnings · Last 12 months/)).toBeVisible()
    expect(sent('GET /api/v1/me/earnings').map(({ input }) => input.query.period)).toEqual(['M'])
  })

  it('compares each figure with the time before where that had something', async () => {
    const none = earningsOf('M').before
    const { answer } = await renderApp('/earnings', {
      api: {
        'GET /api/v1/me/earnings': () =>
          earningsOf('M', {
            posted_earnings: 30,
            pending_earnings: 9,
            clicks: 50,
            conversion_rate: 0.04,
            before: { ...none, posted_earnings: 20, clicks: 100, conversion_rate: 0.02 },
            all_time: { posted_earnings: 50, pending_earnings: 9 },
          }),
      },
    })
    const figures = page.getByRole('region', { name: 'Figures' })
    await expect.element(figures.getByText('+50%, up from $20.00')).toBeVisible()
    await expect.element(figures.getByText('−50%, down from 100')).toBeVisible()
    await expect.element(figures.getByText('+100%, up from 2%')).toBeVisible()
    await expect.element(figures.getByText('Compared with the 12 months before')).toBeVisible()
    expect(figures.getByText(/(up|down) from|before$/).elements()).toHaveLength(4)
    expect(await flawsInEveryLook()).toEqual({})

    answer({ 'GET /api/v1/me/earnings': () => earningsOf('W', { posted_earnings: 5 }) })
    await page.getByRole('button', { name: 'Week' }).click()
    await expect.element(figures.getByText(/Last 4 weeks/)).toBeVisible()
    expect(figures.getByText(/up|down|Compared/).elements()).toEqual([])
  })

  it('writes amounts in figures of one height and width, also in the display type', async () => {
    const earned = earningsOf('M', {
      posted_earnings: 1_234_567.89,
      pending_earnings: 9.5,
      all_time: { posted_earnings: 1_234_567.89, pending_earnings: 9.5 },
    })
    await renderApp('/earnings', { api: { 'GET /api/v1/me/earnings': () => earned } })
    await expect.element(page.getByText('$1,234,567.89', { exact: true })).toBeVisible()
    const amounts = [...document.querySelectorAll('main *')].filter(({ childNodes }) =>
      [...childNodes].some((node) => node instanceof Text && node.data.includes('$')),
    )
    expect(amounts.length).toBeGreaterThan(3)
    const figures = new Set(amounts.map((amount) => getComputedStyle(amount).fontVariantNumeric))
    expect([...figures]).toEqual(['lining-nums tabular-nums'])
  })

  it('names the sums of all time only where they are others', async () => {
    const sums = { posted_earnings: 30, pending_earnings: 9 }
    const { answer } = await renderApp('/earnings', {
      api: { 'GET /api/v1/me/earnings': () => earningsOf('M', { ...sums, all_time: sums }) },
    })
    await expect.element(page.getByText('$30.00', { exact: true })).toBeVisible()
    expect(page.getByText(/^All time/).elements()).toEqual([])
    answer({ 'GET /api/v1/me/earnings': () => earningsOf('D', { all_time: sums }) })
    await page.getByRole('button', { name: 'Day' }).click()
    await expect.element(page.getByText('All time: $30.00 posted, $9.00 pending')).toBeVisible()
  })

  it('leads to payouts, statements and how one is paid before anything has loaded', async () => {
    await renderApp('/earnings', { api: { 'GET /api/v1/me/earnings': () => new Promise(() => {}) } })
    const links = page.getByRole('navigation', { name: 'Your money' }).getByRole('link')
    await expect.element(links.first()).toBeVisible()
    expect(links.elements().map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Payouts', '/earnings/payouts'],
      ['Statements', '/earnings/statement'],
      ['How you are paid', '/earnings/details'],
    ])
  })

  const held = {
    kind: 'held' as const,
    amount: 3.36,
    when: 'held. All of it, since Nov 24',
    why: '“We look.”',
  }

  it('begins with what is next, and nothing moves when the rest comes', async () => {
    const [figures, rows] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await renderApp('/earnings', {
      api: {
        ...earned,
        'GET /api/v1/me/balance': () => ({ ...none, held: 3.36, holds: [hold(1)], next: held }),
        'GET /api/v1/me/earnings': () =>
          figures.promise.then(() => earningsOf('M', { posted_earnings: 3.36 })),
        'GET /api/v1/me/ledger/orders': () =>
          rows.promise.then(() => historyPage([ledgerOrder('A kettle', 1)])),
      },
    })
    const next = page.getByRole('region', { name: 'Next payout' })
    await expect.element(next.getByText('$3.36', { exact: true })).toBeVisible()
    await expect.element(next.getByText('“We look.”')).toBeVisible()
    await expect
      .element(next.getByRole('link', { name: 'See what is held' }))
      .toHaveAttribute('href', '/earnings/payouts')
    const topOf = () => next.element().getBoundingClientRect().top
    const top = topOf()
    figures.resolve()
    rows.resolve()
    await expect.element(page.getByRole('button', { name: 'A kettle' })).toBeVisible()
    expect(topOf()).toBe(top)
    // The one hold is said above, and not again.
    expect(page.getByRole('list', { name: 'Held' }).elements()).toEqual([])
    expect(await flawsInEveryLook()).toEqual({})
  })

  it.each([
    ['unproven' as const, 'Prove your address', '/earnings/details'],
    ['no_details' as const, 'Tell us where to pay you', '/earnings/details'],
    ['below_minimum' as const, 'How payouts work', '/earnings/payouts'],
    ['ready' as const, 'How payouts work', '/earnings/payouts'],
  ])('leads from %s to the one thing to do', async (kind, name, href) => {
    await renderApp('/earnings', {
      api: {
        ...earned,
        'GET /api/v1/me/balance': () => ({
          ...none,
          next: { kind, amount: 97.62, when: 'about Dec 5', why: null },
        }),
      },
    })
    const next = page.getByRole('region', { name: 'Next payout' })
    await expect.element(next.getByRole('link', { name })).toHaveAttribute('href', href)
  })

  it('tells each month’s way, and opens into its orders', async () => {
    const month = {
      ...{ month: '2026-10', ordered: 38, shipped: 37, posted: 0, pending: 128.15, reviewed: 0 },
      ...{ posted_on: '2026-12-30', pays_usually: null, yours_on: '2027-01-05', is_paid_out: false },
    }
    const { sent } = await renderApp('/earnings', {
      api: {
        ...earned,
        'GET /api/v1/me/earning-months': () => ({
          items: [month],
          before: { month: '2026-08', amount: 1_186.98 },
          ...{ other: 0, posted: 1_186.98, pending: 128.15 },
        }),
        'GET /api/v1/me/ledger/orders': () =>
          historyPage([ledgerOrder('A kettle', 1, { month_amount: 2.36 })]),
      },
    })
    const months = page.getByRole('list', { name: 'On its way' })
    await expect.element(months.getByText('pending, 1 not shipped yet')).toBeVisible()
    await expect.element(months.getByText('37 of 38')).toBeVisible()
    await expect.element(months.getByText('~ Dec 30')).toBeVisible()
    await expect.element(months.getByText('~ Jan 5, 2027')).toBeVisible()
    await expect.element(months.getByText('August and before')).toBeVisible()
    await months.getByRole('button', { name: 'October' }).click()
    await expect.element(months.getByText('$2.36')).toBeVisible()
    const asked = sent('GET /api/v1/me/ledger/orders').map(({ input }) => input.query?.month)
    expect(asked).toContain('2026-10')
    expect(await flawsInEveryLook()).toEqual({})
  })

  it('names three holds, and leads to the others', async () => {
    const holds = [1, 2, 3, 4].map(hold)
    await renderApp('/earnings', {
      api: {
        ...earned,
        'GET /api/v1/me/balance': () => ({ ...none, holds }),
        'GET /api/v1/me/ledger/orders': () => historyPage([ledgerOrder('A kettle', 1)]),
        'GET /api/v1/me/payouts': () => onePage([]),
        'GET /api/v1/me/claims': () => ({ items: [] }),
      },
    })
    const held = page.getByRole('list', { name: 'Held' }).getByRole('listitem')
    await expect.element(held.first()).toBeVisible()
    expect(held.elements()).toHaveLength(3)
    await page.getByRole('link', { name: 'All 4 holds' }).click()
    await arrivesAt('/earnings/payouts')
    await expect.poll(() => held.elements().length).toBe(4)
  })

  it.each([
    ['nothing at all', {}],
    ['items to share', { Home: 1 }],
  ])('invites somebody who has earned nothing yet and has %s', async (_, counts) => {
    await renderApp('/earnings', { api: { 'GET /api/v1/me/categories': () => ownCategories({ counts }) } })
    await expect.element(page.getByRole('heading', { name: 'No earnings yet' })).toBeVisible()
    expect(page.getByRole('heading', { name: 'Earnings history' }).elements()).toEqual([])
    const main = page.getByRole('main')
    if ('Home' in counts) {
      await main.getByRole('link', { name: 'Share a product' }).click()
      await arrivesAt('/my-folio')
    } else {
      await main.getByRole('button', { name: 'Add product' }).click()
      await expect.element(page.getByRole('dialog')).toBeVisible()
      await arrivesAt('/earnings')
    }
  })
})
