import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { ImportDetail } from '../../../orders/imports/contract.ts'
import { renderApp } from '../../testing/app.tsx'
import { type Answers, refused } from '../../testing/fake-api.ts'
import { fitsItsWidth, flawsInEveryLook, flawsOf } from '../../testing/flaws.ts'
import { me } from '../../testing/people.ts'
import { idlePipeline, idOf, onePage } from '../../testing/samples.ts'

const at = '2026-11-20T10:00:00.000Z'
const id = idOf(5, 1)
const address = `/admin/imports/${id}`
const text = (words: string | RegExp) => page.getByText(words)

const run = {
  id: idOf(6, 1),
  kind: 'merge' as const,
  import_id: id,
  state: 'done' as const,
  is_stopping: false,
  rows_done: 0,
  rows_total: null,
  results: null,
  error: null,
  orders_listed: false,
  actor: 'ana',
  created_at: at,
  started_at: at,
  finished_at: at,
}

const merged: ImportDetail = {
  id,
  state: 'merged',
  file_name: 'november.csv',
  bytes: 2_048,
  format: 'folio_csv',
  marketplace: 'us',
  currency: 'USD',
  report_as_of: at,
  actor: 'ana',
  created_at: at,
  merged_at: at,
  total: 2,
  imported: 2,
  updated: 0,
  unchanged: 0,
  withdrawn: 0,
  failed: 0,
  waiting_returns: 0,
  combined: 0,
  others_changed: 0,
  error: null,
  undone: null,
  repeats_id: null,
  question: null,
  run,
  preview: null,
  reconciliation: null,
  tally: null,
  reported: null,
  returns_waiting: null,
  in_the_way: null,
  undone_effect: null,
  choices: [],
  rows_listed: true,
  not_paying: { count: 0, commission: 0 },
  has_file: true,
  errors: [],
}

const answers = (batch: Partial<ImportDetail>): Answers => ({
  'GET /api/v1/me': () => ({ ...me, is_admin: true }),
  'GET /api/v1/admin/imports/:id': () => ({ ...merged, ...batch }),
})

describe('an import (decision 24)', () => {
  it.each([
    ['merge', 'Nothing was imported: no order has changed.'],
    ['stage', 'Nothing of this report was imported.'],
  ] as const)('whose %s was stopped says what is left of it', async (kind, words) => {
    const stopped = { ...run, kind, state: 'stopped' as const, rows_done: 3, rows_total: 10 }
    await renderApp(address, {
      api: answers({ state: kind === 'merge' ? 'staged' : 'received', merged_at: null, run: stopped }),
    })
    await expect.element(text('Stopped at 3 of 10 rows · 30%.')).toBeVisible()
    await expect.element(text(words)).toBeVisible()
    expect(text(/What was done so far/).elements()).toEqual([])
    expect(await flawsInEveryLook()).toEqual({})
  })

  it('offers its original file once it is merged', async () => {
    const file = 'GET /api/v1/admin/imports/:id/file'
    const { sent, answer } = await renderApp(address, { api: answers({}) })
    const button = page.getByRole('button', { name: 'Download the file' })
    answer({ [file]: () => Promise.reject(refused('not_found')) })
    await button.click()
    await expect.element(text('Failed to download the file')).toBeVisible()
    expect(sent(file)).toHaveLength(1)
    expect(await flawsOf()).toEqual([])
  })

  it('links each of its numbers to the rows it counts', async () => {
    const tally = [
      { outcome: 'imported' as const, rows: 120, reported: 1204.1, commission: 1204.1 },
      { outcome: 'updated' as const, rows: 3, reported: 12, commission: -1.5 },
      { outcome: 'unchanged' as const, rows: 2, reported: 8.4, commission: 0 },
      { outcome: 'waiting_returns' as const, rows: 2, reported: -9.28, commission: 0 },
      { outcome: 'combined' as const, rows: 1, reported: -6, commission: 0 },
      { outcome: 'withdrawn' as const, rows: 4, reported: null, commission: -16 },
      { outcome: 'others_changed' as const, rows: 0, reported: null, commission: 0 },
    ]
    const reported = { rows: 1209.22, left_out: 2.25, left_out_unread: 1, statement: 1211.47 }
    const outcomes: string[] = []
    const row = {
      line: 72,
      order_status: 'shipped' as const,
      currency: 'USD',
      order_item_id: '112-0000000-0000001',
      order_date: '2026-11-03',
      asin: 'B0C7KQ4T2M',
      product_title: 'A mug that keeps its coffee warm until the very last sip, in blue',
      commission: 4.2,
      reported: null,
      would_be: null,
    }
    const problem = { line: 4, order_item_id: 'a-1', column: 'asin', message: 'This is no ASIN.' }
    await renderApp(address, {
      api: {
        ...answers({
          total: 130,
          failed: 2,
          tally,
          reported,
          errors: [problem],
          returns_waiting: { count: 2, commission: -9.28, currency: 'USD' },
        }),
        'GET /api/v1/admin/imports/:id/rows': ({ query }) => {
          outcomes.push(query.outcome)
          return onePage([row, { ...row, line: null, order_item_id: '112-0000000-0000002' }])
        },
        'GET /api/v1/admin/imports/:id/problems': () => onePage([problem]),
      },
    })
    await expect.element(text(/^2 returns, −\$9\.28, without a purchase yet\./)).toBeVisible()
    await expect
      .element(text(/^With what was left out, its rows come to the report’s own total\./))
      .toBeVisible()
    const tile = (name: RegExp) => page.getByRole('link', { name })
    await expect.element(tile(/^Withdrawn ?4 ?−\$16\.00$/)).toBeVisible()
    await expect.element(tile(/^Waiting returns ?2 ?−\$9\.28$/)).toBeVisible()
    await expect.element(tile(/^Total ?130 ?\$1,211\.47$/)).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
    await tile(/^Imported ?120/).click()
    await expect.element(text('Line 72')).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
    const chips = page.getByRole('group', { name: 'Outcome' }).getByRole('button')
    expect(chips.elements().map(({ textContent }) => textContent)).toEqual([
      'Total · 130',
      'Imported · 120',
      'Updated · 3',
      'Unchanged · 2',
      'Waiting returns · 2',
      'Combined · 1',
      'Errors · 2',
      'Withdrawn · 4',
    ])
    for (const name of ['Combined', 'Withdrawn', 'Total']) await chips.filter({ hasText: name }).click()
    await expect.poll(() => outcomes).toEqual(['imported', 'combined', 'withdrawn', 'all'])
    await chips.filter({ hasText: 'Errors' }).click()
    await expect.element(text('This is no ASIN.')).toBeVisible()
    expect(await flawsOf()).toEqual([])
    await page.getByRole('link', { name: 'See the import' }).click()
    await expect.element(tile(/^Updated ?3/)).toBeVisible()
  })

  it('shows numbers without links where its rows are not stored', async () => {
    await renderApp(address, { api: answers({ imported: 120, rows_listed: false }) })
    await expect.element(text('120')).toBeVisible()
    expect(page.getByRole('link', { name: '120' }).elements()).toEqual([])
  })

  it('offers no download where its file is not stored', async () => {
    await renderApp(address, { api: answers({ has_file: false }) })
    await expect.element(page.getByRole('button', { name: 'Undo this import' })).toBeVisible()
    expect(page.getByRole('button', { name: 'Download the file' }).elements()).toEqual([])
  })

  it('asks to confirm rows and money before it turns orders back to shipped', async () => {
    const reasons = [
      {
        kind: 'reopened' as const,
        rows: 3,
        commission: 25.6,
        message: '3 orders that were returned or cancelled would be shipped again, for $25.60.',
        examples: ['112-0000000-0000001: $24.00', '112-0000000-0000002: $1.60', '112-0000000-0000003: $0.00'],
      },
      {
        kind: 'totals' as const,
        rows: 1,
        commission: -4.2,
        message:
          'The rows that were read do not add up to the file’s own totals: 1 row left out, $4.20 too little.',
        examples: ['Ad Fees($): 29.8 in the file, 25.6 of its rows'],
      },
    ]
    const staged: Partial<ImportDetail> = {
      state: 'staged',
      merged_at: null,
      imported: 0,
      run: { ...run, kind: 'stage' },
      question: { kind: 'confirmation', reasons },
      preview: {
        new_orders: 0,
        changed: 3,
        unchanged: 0,
        withdrawn: 0,
        commission: { before: 0, after: 25.6 },
        first_day: '2026-11-03',
        last_day: '2026-11-03',
        changes: [],
      },
    }
    const call = 'POST /api/v1/admin/imports/:id/answer'
    const { sent } = await renderApp(address, {
      api: {
        ...answers(staged),
        'GET /api/v1/admin/pipeline': () => idlePipeline,
        'GET /api/v1/admin/rates': () => ({ items: [], waiting: 0 }),
        'GET /api/v1/admin/imports': () => onePage([]),
        [call]: () => ({ ...merged, total: 3, imported: 0, updated: 3 }),
      },
    })
    await expect.element(page.getByRole('heading', { name: 'Please confirm this first' })).toBeVisible()
    await expect.element(text(/^3 orders .* for \$25\.60\.$/)).toBeVisible()
    expect(page.getByRole('button', { name: 'Import', exact: true }).elements()).toEqual([])
    expect(await flawsInEveryLook()).toEqual({})
    await page.getByRole('button', { name: 'Confirm and import' }).click()
    await expect.poll(() => sent(call)).toHaveLength(1)
    expect(sent(call)[0]?.input).toMatchObject({
      body: {
        confirm: [
          { kind: 'reopened', rows: 3, commission: 25.6 },
          { kind: 'totals', rows: 1, commission: -4.2 },
        ],
      },
    })
    await expect.element(page.getByRole('button', { name: 'Undo this import' })).toBeVisible()
  })

  it('asks how equal and differing rows of one id count, and continues after both answers', async () => {
    const reasons = [
      {
        kind: 'repeated_rows' as const,
        rows: 1,
        commission: 8,
        message: '1 row is equal to an earlier one of the same id, for $8.00. Does it count once, or each?',
        examples: ['112-0000000-0000001: 2 equal rows, $8.00 each'],
        choices: ['once' as const, 'each' as const],
      },
      {
        kind: 'differing_rows' as const,
        rows: 2,
        commission: 11,
        message:
          '1 id has rows of different products or sub tags: 2 rows, $11.00. Is it one order item, counted once, or is each its own?',
        examples: ['112-0000000-0000002: B000000002 bens $3.00, B0C7KQ4T2M anas $8.00'],
        choices: ['once' as const, 'each' as const],
      },
    ]
    const call = 'POST /api/v1/admin/imports/:id/answer'
    const asked = {
      state: 'question' as const,
      merged_at: null,
      imported: 0,
      run: { ...run, kind: 'stage' as const },
      question: { kind: 'confirmation' as const, reasons },
    }
    const chosen = reasons.map(({ kind, rows, commission }, index) => ({
      kind,
      rows,
      commission,
      choice: index === 0 ? ('once' as const) : ('each' as const),
    }))
    const { sent } = await renderApp(address, {
      api: {
        ...answers(asked),
        'GET /api/v1/admin/pipeline': () => idlePipeline,
        'GET /api/v1/admin/rates': () => ({ items: [], waiting: 0 }),
        'GET /api/v1/admin/imports': () => onePage([]),
        [call]: () => ({ ...merged, choices: chosen.map((one) => ({ ...one, by: 'ana', at })) }),
      },
    })
    const go = page.getByRole('button', { name: 'Continue' })
    await page.getByRole('radio', { name: /^Once/ }).first().click()
    await go.click()
    await expect.element(text('Please choose one')).toBeVisible()
    expect(sent(call)).toEqual([])
    await page.getByRole('radio', { name: /^Each/ }).last().click()
    expect(await flawsInEveryLook()).toEqual({})
    await go.click()
    await expect.poll(() => sent(call)).toHaveLength(1)
    expect(sent(call)[0]?.input).toMatchObject({ body: { confirm: chosen } })
    await expect.element(text('Each (@ana)')).toBeVisible()
    expect(fitsItsWidth()).toBe(true)
  })

  it('shows before the merge which returns find no purchase, and counts every row once', async () => {
    const staged: Partial<ImportDetail> = {
      state: 'staged',
      merged_at: null,
      total: 15,
      imported: 0,
      failed: 2,
      run: { ...run, kind: 'stage' },
      preview: {
        new_orders: 1,
        changed: 6,
        others_changed: 3,
        unchanged: 1,
        withdrawn: 0,
        unfound_returns: { count: 8, commission: -16.28 },
        commission: { before: 50, after: 52 },
        first_day: '2026-11-03',
        last_day: '2026-11-03',
        changes: [],
      },
    }
    await renderApp(address, { api: answers(staged) })
    await expect.element(text(/^8 returns, [-−]\$16\.28, without a purchase yet\./)).toBeVisible()
    await expect.element(text(/^3 orders of earlier reports would change too/)).toBeVisible()
    const figures = Object.entries({
      Total: '15',
      New: '1',
      Changed: '3',
      Unchanged: '1',
      'Waiting returns': '8',
      Errors: '2',
      Withdrawn: '0',
    })
    for (const [label, value] of figures) {
      const figure = page.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) })
      await expect.element(figure).toBeVisible()
      expect(figure.element().parentElement?.querySelector('dd')?.textContent).toBe(value)
    }
    expect(await flawsInEveryLook()).toEqual({})
  })

  it('shows numbers that add up to the total', async () => {
    const counts = {
      total: 21,
      imported: 6,
      updated: 5,
      unchanged: 4,
      failed: 3,
      waiting_returns: 2,
      combined: 1,
    }
    const errors = [{ line: 4, order_item_id: 'a-1', column: 'asin', message: 'This is no ASIN.' }]
    await renderApp(address, { api: answers({ ...counts, others_changed: 7, errors }) })
    const figures = Object.entries({
      Total: '21',
      Imported: '6',
      Updated: '5',
      Unchanged: '4',
      Errors: '3',
      'Waiting returns': '2',
      Combined: '1',
    })
    for (const [label, value] of figures) {
      const figure = page.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) })
      await expect.element(figure).toBeVisible()
      expect(figure.element().parentElement?.querySelector('dd')?.textContent).toBe(value)
    }
    await expect.element(page.getByRole('heading', { name: 'Rows with problems' })).toBeVisible()
    await expect.element(text(/^7 orders of earlier reports changed too/)).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
  })
})
