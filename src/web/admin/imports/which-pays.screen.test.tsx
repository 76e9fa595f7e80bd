import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { Doubt, ImportDetail, PayingDate, PayingDateChange } from '../../../orders/imports/contract.ts'
import { renderApp } from '../../testing/app.tsx'
import type { Answers } from '../../testing/fake-api.ts'
import { fitsItsWidth, flawsInEveryLook } from '../../testing/flaws.ts'
import { me } from '../../testing/people.ts'
import { idlePipeline, idOf, onePage } from '../../testing/samples.ts'
import type { Run } from '../answers.ts'

const at = '2026-11-20T10:00:00.000Z'
const id = idOf(5, 1)
const text = (words: string | RegExp, options?: { exact: boolean }) => page.getByText(words, options)

const duplicates: Doubt = {
  kind: 'duplicates',
  rows: 2,
  commission: 16,
  message: '2 orders of the CSV and as many rows of Fee-Earnings may be the same, for $16.00.',
  examples: [],
  choices: ['same_sale', 'two_sales'],
}
const pair = (n: number) => ({
  order_item_id: `112-0000000-000000${n}`,
  order_date: '2026-10-30',
  fee_item_id: `fee-us-2026-11-02-B0C7KQ4T2M-${n}`,
  shipped_on: '2026-11-02',
  asin: 'B0C7KQ4T2M',
  product_title: 'A mug',
  commission: 8,
})
const staged = (reasons: Doubt[]): ImportDetail => ({
  id,
  state: 'staged',
  file_name: 'november.csv',
  bytes: 2_048,
  format: 'fee_earnings',
  marketplace: 'us',
  currency: 'USD',
  report_as_of: at,
  actor: 'ana',
  created_at: at,
  merged_at: null,
  total: 3,
  imported: 0,
  updated: 0,
  unchanged: 0,
  withdrawn: 0,
  failed: 0,
  waiting_returns: 0,
  combined: 0,
  others_changed: 0,
  not_paying: { count: 0, commission: 0 },
  error: null,
  undone: null,
  repeats_id: null,
  question: { kind: 'confirmation', reasons },
  run: null,
  preview: {
    new_orders: 2,
    changed: 0,
    unchanged: 1,
    withdrawn: 0,
    not_paying: { count: 1, commission: 2, paying_date: '2026-11-01' },
    duplicates: reasons.length > 0 ? [pair(1), pair(2)] : [],
    commission: { before: 16, after: 32 },
    first_day: '2026-10-31',
    last_day: '2026-11-02',
    changes: [],
  },
  reconciliation: null,
  tally: null,
  reported: null,
  returns_waiting: null,
  in_the_way: null,
  undone_effect: null,
  choices: [],
  rows_listed: false,
  has_file: true,
  errors: [],
})

const answers = (batch: ImportDetail): Answers => ({
  'GET /api/v1/me': () => ({ ...me, is_admin: true }),
  'GET /api/v1/admin/pipeline': () => idlePipeline,
  'GET /api/v1/admin/imports': () => onePage([]),
  'GET /api/v1/admin/imports/:id': () => batch,
})

describe('likely duplicates (decision 42)', () => {
  it('are decided one by one, or all at once with the import', async () => {
    const call = 'POST /api/v1/admin/imports/:id/answer'
    const { sent } = await renderApp(`/admin/imports/${id}`, {
      api: { ...answers(staged([duplicates])), [call]: () => staged([duplicates]) },
    })
    await expect
      .element(text(/^1 row, \$2\.00, will be kept and never pay: shipped before Nov 1/))
      .toBeVisible()
    const go = page.getByRole('button', { name: 'Confirm and import' })
    await go.click()
    await expect.element(text('Please choose one')).toBeVisible()
    expect(sent(call)).toEqual([])
    expect(await flawsInEveryLook()).toEqual({})
    await page.getByRole('button', { name: 'Two sales: 112-0000000-0000001' }).click()
    await expect.poll(() => sent(call)).toHaveLength(1)
    const { order_item_id, fee_item_id } = pair(1)
    expect(sent(call)[0]?.input.body).toEqual({
      duplicates: [{ order_item_id, fee_item_id, choice: 'two_sales' }],
    })
    await page.getByRole('radio', { name: /The same sale/ }).click()
    await go.click()
    await expect.poll(() => sent(call)).toHaveLength(2)
    expect(sent(call)[1]?.input.body).toEqual({
      confirm: [{ kind: 'duplicates', rows: 2, commission: 16, choice: 'same_sale' }],
    })
  })

  it('are asked about after the ship date is set: until then the import has no import button', async () => {
    const undated: Doubt = {
      kind: 'no_paying_date',
      rows: 3,
      commission: 18,
      message: 'Orders of the marketplace “us” are paid by the CSV so far, and this is Fee-Earnings.',
      examples: [],
    }
    await renderApp(`/admin/imports/${id}`, { api: answers(staged([undated])) })
    await expect.element(page.getByRole('link', { name: 'Set which format pays' })).toBeVisible()
    expect(page.getByRole('button', { name: /import$/i }).elements()).toEqual([])
    expect(fitsItsWidth()).toBe(true)
  })
})

describe('the ship date from which Fee-Earnings pays (decision 42)', () => {
  const call = 'PUT /api/v1/admin/paying-dates/:marketplace'
  const run: Run = {
    id: idOf(6, 1),
    kind: 'turn_over',
    import_id: null,
    state: 'running',
    is_stopping: false,
    rows_done: 40,
    rows_total: 160,
    results: null,
    error: null,
    orders_listed: false,
    actor: 'ana',
    created_at: at,
    started_at: at,
    finished_at: null,
  }
  const ended: Run = { ...run, state: 'done', finished_at: at }
  const reasons: Doubt[] = [
    {
      kind: 'turned_over',
      rows: 3,
      commission: -8,
      message: '2 orders would pay no longer, and 1 order would pay or change: $8.00 less in all.',
      examples: [],
    },
  ]
  const change = { id: idOf(7, 1), marketplace: 'us', starts_on: '2026-11-01' }
  const fold = () => page.getByText('Which format pays')

  it('is set by a run of its own after its changes are confirmed, and shown with who set it', async () => {
    let items: PayingDate[] = []
    let asked: PayingDateChange | null = null
    const { sent } = await renderApp('/admin/imports', {
      api: {
        ...answers(staged([])),
        'GET /api/v1/admin/paying-dates': () => ({ items, change: asked }),
        [call]: () => {
          asked = { ...change, run, reasons: [] }
          return asked
        },
      },
    })
    // Folded, so that the imports have the room.
    await expect.element(text('No day set')).toBeVisible()
    expect(page.getByRole('button', { name: 'Set the day' }).elements()).toEqual([])
    await fold().click()
    await page.getByRole('button', { name: 'Set the day' }).click()
    await expect.element(text('Please choose a day')).toBeVisible()
    await page.getByLabelText('Fee-Earnings pays from').fill('2026-11-01')
    await page.getByRole('button', { name: 'Set the day' }).click()
    await expect.element(text('Changing which format pays…')).toBeVisible()
    await expect.element(text('40 of 160 rows · 25%')).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})

    asked = { ...change, run: ended, reasons }
    await expect.element(text(/\$8\.00 less in all\.$/)).toBeVisible()
    await expect.element(text('A change waits for you')).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
    await page.getByRole('button', { name: 'Confirm the day' }).click()
    await expect.element(text('Changing which format pays…')).toBeVisible()
    expect(sent(call)[1]?.input.body).toEqual({
      starts_on: '2026-11-01',
      confirm: [{ kind: 'turned_over', rows: 3, commission: -8 }],
    })
    asked = null
    items = [{ marketplace: 'us', starts_on: '2026-11-01', set_by: 'ana', set_at: at }]
    await expect.element(text('(set by @ana)')).toBeVisible()
    await expect.element(text('Day set', { exact: true })).toBeVisible()
    expect(fitsItsWidth()).toBe(true)
  })

  it('stays as it was where an admin gives the change up', async () => {
    let asked: PayingDateChange | null = { ...change, run: ended, reasons }
    const giveUp = 'DELETE /api/v1/admin/paying-date-changes/:id'
    const { sent } = await renderApp('/admin/imports', {
      api: {
        ...answers(staged([])),
        'GET /api/v1/admin/paying-dates': () => ({ items: [], change: asked }),
        [giveUp]: () => {
          asked = null
          return undefined
        },
      },
    })
    await page.getByRole('button', { name: 'Leave it as it was' }).click()
    await expect.element(text('No day set')).toBeVisible()
    expect(sent(giveUp).map(({ input }) => input.params)).toEqual([{ id: change.id }])
  })

  it('shows why it could not be set, and can be started again', async () => {
    const failed: Run = { ...ended, state: 'failed', error: { code: 'internal_error', message: 'It broke.' } }
    await renderApp('/admin/imports', {
      api: {
        ...answers(staged([])),
        'GET /api/v1/admin/paying-dates': () => ({
          items: [],
          change: { ...change, run: failed, reasons: [] },
        }),
      },
    })
    await expect.element(text('Could not set the day')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Start again' })).toBeVisible()
  })
})
