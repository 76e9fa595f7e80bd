import type { Page } from 'playwright-core'
import { opens, press, scrolledTo } from './acts.ts'
import { repeated, reports } from './reports.ts'
import type { Act, Scene } from './scene.ts'

const chosenOrders = async (page: Page) => {
  for (const number of [1, 2, 3]) await page.getByRole('checkbox').nth(number).click()
}

const doing =
  (...acts: Act[]): Act =>
  async (page, found) => {
    for (const act of acts) await act(page, found)
  }

/** The admin's screens with what the demo has. */
const asTheyAre: Scene[] = [
  { name: 'admin', as: 'admin', at: '/admin' },
  {
    name: 'admin-run',
    as: 'admin',
    at: '/admin',
    before: matchingUnderWay,
    act: scrolledTo('Commission matching'),
  },
  { name: 'admin-orders', as: 'admin', at: '/admin/orders' },
  { name: 'admin-orders-none', as: 'admin', at: '/admin/orders?q=zzzzzzzz' },
  { name: 'admin-orders-filters', as: 'admin', at: '/admin/orders?min=2&from=2026-01-01' },
  { name: 'admin-orders-chosen', as: 'admin', at: '/admin/orders', act: chosenOrders },
  {
    name: 'admin-orders-assign',
    as: 'admin',
    at: '/admin/orders',
    act: opens(doing(chosenOrders, press('Assign by hand'))),
  },
  { name: 'admin-orders-review', as: 'admin', at: '/admin/orders?state=under_review' },
  { name: 'admin-orders-together', as: 'admin', at: '/admin/orders?state=under_review&by=group' },
  { name: 'admin-order', as: 'admin', at: (found) => found.order },
  { name: 'admin-order-match', as: 'admin', at: (found) => found.order, act: scrolledTo('Whose it is') },
  {
    name: 'admin-order-assign',
    as: 'admin',
    at: (found) => found.order,
    act: opens(press('Assign by hand')),
  },
  { name: 'admin-order-contested', as: 'admin', at: (found) => found.contested },
  {
    name: 'admin-order-claims',
    as: 'admin',
    at: (found) => found.contested,
    act: scrolledTo('Who claims it'),
  },
  { name: 'admin-order-disagrees', as: 'admin', at: (found) => found.disagreeing },
  { name: 'admin-orders-disagree', as: 'admin', at: '/admin/orders?state=evidence_disagrees&by=group' },
  { name: 'admin-matched', as: 'admin', at: (found) => found.matched },
  { name: 'admin-imports', as: 'admin', at: '/admin/imports' },
  { name: 'admin-import', as: 'admin', at: (found) => found.import },
  { name: 'admin-import-rows', as: 'admin', at: (found) => `${found.import}/imported` },
  {
    name: 'admin-import-undo',
    as: 'admin',
    at: (found) => found.import,
    act: opens(press('Undo this import')),
  },
  { name: 'admin-tracking-ids', as: 'admin', at: '/admin/tracking-ids' },
  { name: 'admin-payouts', as: 'admin', at: '/admin/payouts' },
  { name: 'admin-creators', as: 'admin', at: '/admin/creators' },
  { name: 'admin-creator', as: 'admin', at: (found) => `/admin/creators${found.profile}` },
  { name: 'admin-holds', as: 'admin', at: '/admin/holds' },
  { name: 'admin-questions', as: 'admin', at: '/admin/questions' },
  { name: 'admin-payout', as: 'admin', at: (found) => found.payout },
  { name: 'admin-receipts', as: 'admin', at: '/admin/receipts' },
  { name: 'admin-books', as: 'admin', at: '/admin/books' },
  { name: 'admin-rates', as: 'admin', at: '/admin/rates' },
  { name: 'admin-book-month', as: 'admin', at: (found) => found.bookMonth },
  {
    name: 'admin-receipt-record',
    as: 'admin',
    at: '/admin/receipts',
    act: opens(press('Record a receipt')),
  },
  { name: 'admin-security', as: 'admin', at: '/admin/security' },
  { name: 'admin-news', as: 'admin', at: '/admin/news' },
  { name: 'admin-flags', as: 'admin', at: '/admin/flags' },
  { name: 'admin-reports', as: 'admin', at: '/admin/reports' },
  { name: 'admin-health', as: 'admin', at: '/admin/health' },
  { name: 'admin-audit', as: 'admin', at: '/admin/audit' },
  { name: 'admin-by-others', as: 'creator', at: '/admin' },
]

/** Imports in their states, after all others since their reports change what the demo has. */
const imported: Scene[] = [
  { name: 'admin-import-problems', as: 'admin', at: ({ report }) => report(reports.withProblems) },
  {
    name: 'admin-import-money',
    as: 'admin',
    at: ({ report }) => report(reports.withProblems),
    act: scrolledTo('In money'),
  },
  { name: 'admin-import-dates', as: 'admin', at: ({ report }) => report(reports.ambiguous) },
  { name: 'admin-import-asks', as: 'admin', at: ({ report }) => report(reports.counted) },
  { name: 'admin-waits-for-import', as: 'admin', at: '/admin' },
  { name: 'admin-import-failed', as: 'admin', at: ({ report }) => report(reports.notAReport) },
  {
    name: 'admin-import-repeated',
    as: 'admin',
    at: async ({ report }) => {
      await report(reports.long)
      return report(repeated(reports.long))
    },
  },
  { name: 'admin-order-long', as: 'admin', at: `/admin/orders/${reports.longOrder}` },
  { name: 'admin-orders-long', as: 'admin', at: '/admin/orders?sort=highest' },
]

/** All of the admin's screens. */
export const adminScenes: Scene[] = [...asTheyAre, ...imported]

/** Has the pipeline answer with a matching that is under way. */
async function matchingUnderWay(page: Page) {
  await page.route('**/api/v1/admin/pipeline', async (route) => {
    const response = await route.fetch()
    const pipeline = await response.json()
    const run = {
      ...pipeline.last.match,
      state: 'running',
      rows_done: 61_206,
      rows_total: 94_310,
      results: null,
      finished_at: null,
    }
    await route.fulfill({ response, json: { ...pipeline, open_runs: [run] } })
  })
}
