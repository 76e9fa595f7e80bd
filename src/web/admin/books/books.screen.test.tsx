import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '../../testing/app.tsx'
import type { Answers } from '../../testing/fake-api.ts'
import { flawsInEveryLook } from '../../testing/flaws.ts'
import { me } from '../../testing/people.ts'
import { idOf, onePage } from '../../testing/samples.ts'
import type { BookEntry, BookLine, BookMonth } from '../answers.ts'

const nothing = { receivable: 0, platform: 0, creators: 0, paid: 0, nobodys: 0, exchange: 0 }
const october: BookMonth = {
  ...{ month: '2026-10', closed_at: '2026-11-01T08:05:00Z', entries: 3 },
  change: { ...nothing, platform: 20, creators: -50, paid: 130, nobodys: -100 },
  balance: { ...nothing, platform: -9, creators: -50, paid: 159, nobodys: -100 },
}
const november: BookMonth = { ...october, month: '2026-11', closed_at: null, entries: 1, change: nothing }
const ofJune = { marketplace: 'us', earning_month: '2026-06' }
const lines: BookLine[] = [
  { kind: 'nobodys', ...ofJune, entries: 1, change: { ...nothing, receivable: 100, nobodys: -100 } },
  {
    ...{ kind: 'order', ...ofJune, entries: 1 },
    change: { ...nothing, receivable: -100, platform: 20, creators: 80 },
  },
  {
    ...{ kind: 'payout_returned', marketplace: null, earning_month: null, entries: 1 },
    change: { ...nothing, creators: -130, paid: 130 },
  },
]
const of = { order_item_id: null, payout_run_id: null, reference: null, username: null, is_own: false }
const entries: BookEntry[] = [
  {
    ...{ id: idOf(9, 1), ...of, kind: 'payout_returned', at: '2026-10-05T12:00:00Z', username: 'ana' },
    ...{ marketplace: null, earning_month: null, payout_run_id: idOf(7, 1), reference: 'F1-1' },
    change: { ...nothing, creators: -130, paid: 130 },
  },
  {
    ...{ id: idOf(9, 2), ...of, ...ofJune, kind: 'order', at: '2026-10-05T12:01:00Z', username: 'ana' },
    ...{ order_item_id: '112-1', reference: '112-1' },
    change: { ...nothing, receivable: -100, platform: 20, creators: 80 },
  },
  {
    ...{ id: idOf(9, 3), ...of, ...ofJune, kind: 'nobodys', at: null },
    change: { ...nothing, receivable: 100, nobodys: -100 },
  },
]

const books = (): Answers => ({
  'GET /api/v1/me': () => ({ ...me, is_admin: true }),
  'GET /api/v1/admin/books': ({ query }) => {
    const year = Number(query.year ?? 2026)
    return { year, items: year === 2026 ? [november, october] : [] }
  },
  'GET /api/v1/admin/books/:month': () => ({ ...october, lines }),
  'GET /api/v1/admin/books/:month/entries': ({ query: { kind, account } }) =>
    onePage(
      entries.filter((entry) => (!kind || entry.kind === kind) && (!account || entry.change[account] !== 0)),
    ),
  'GET /api/v1/admin/export/books': () => new Blob(['month']),
})

describe('the books (docs/product/books.md#the-rule)', () => {
  it('show months by accounts; each number leads to its entries', async () => {
    await renderApp('/admin/receipts', {
      api: {
        ...books(),
        'GET /api/v1/admin/months/moves': () => ({ orders: 0, items: [] }),
        'GET /api/v1/admin/receipts': () => ({ year: 2026, items: [], transfers: [] }),
        'GET /api/v1/admin/unpaid-orders': () => ({ items: [], next_cursor: null }),
      },
    })
    await page.getByRole('link', { name: 'Books' }).click()
    const month = page.getByRole('region', { name: 'October 2026' })
    const row = month.getByRole('row', { name: /Owed to creators/ })
    await expect.element(row).toHaveTextContent('Owed to creators−$50.00−$50.00')
    await expect.element(page.getByRole('region', { name: 'November 2026' }).getByText('Open')).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
    await page.getByRole('button', { name: 'The year before: 2025' }).click()
    await expect.element(page.getByRole('heading', { name: 'Nothing in 2025' })).toBeVisible()
    await page.getByRole('button', { name: 'The year after: 2026' }).click()
    await row.getByRole('link', { name: '−$50.00' }).click()
    await expect.element(page.getByRole('heading', { level: 1, name: 'October 2026' })).toBeVisible()
    const listed = page.getByRole('list', { name: 'entries', exact: true })
    await expect.element(listed.getByRole('link', { name: 'F1-1' })).toBeVisible()
    await expect.element(listed.getByRole('link', { name: '112-1' })).toBeVisible()
    await expect.poll(() => listed.getByRole('listitem').elements().length).toBe(2)
  })

  it('show what a month comes of, with its entries and a file', async () => {
    const { router } = await renderApp('/admin/books/2026-10', { api: books() })
    const listed = page.getByRole('list', { name: 'entries', exact: true })
    await expect.element(listed.getByText('Credited to nobody, at the month’s end')).toBeVisible()
    await expect.element(page.getByText(/^Closed on Nov 1/)).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
    await page
      .getByRole('list', { name: 'Where they come from' })
      .getByRole('link', { name: /Orders of creators · June 2026, amazon.com/ })
      .click()
    await expect.element(page.getByText('Orders of creators · June 2026, amazon.com').nth(1)).toBeVisible()
    expect(router.state.location.search).toEqual({ kind: 'order', ...ofJune })
    await expect.poll(() => listed.getByRole('listitem').elements().length).toBe(1)
    await page.getByRole('link', { name: 'Show all entries' }).click()
    await expect.element(listed.getByRole('link', { name: 'F1-1' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Export CSV' })).toBeEnabled()
  })
})
