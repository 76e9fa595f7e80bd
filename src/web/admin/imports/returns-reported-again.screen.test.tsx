import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { Doubt, ImportDetail } from '../../../orders/imports/contract.ts'
import { renderApp } from '../../testing/app.tsx'
import { flawsInEveryLook } from '../../testing/flaws.ts'
import { me } from '../../testing/people.ts'
import { idlePipeline, idOf, onePage } from '../../testing/samples.ts'

const at = '2026-11-20T10:00:00.000Z'
const id = idOf(5, 1)
const call = 'POST /api/v1/admin/imports/:id/answer'
const text = (words: string | RegExp) => page.getByText(words)

const reportedAgain = (n: number) => ({
  id: `return-${n}`,
  order_item_id: `112-0000000-000000${n}`,
  asin: 'B0C7KQ4T2M',
  product_title: 'A mug that keeps its coffee warm until the very last sip',
  earlier: { day: '2026-11-05', pieces: 1, commission: 5 },
  later: { day: '2026-11-06', pieces: 1, commission: n === 1 ? 4.5 : 0 },
})
const doubt: Doubt = {
  kind: 'retold_returns',
  rows: 2,
  commission: 4.5,
  message: '2 returns, $4.50, are of orders of which an earlier report has a return that this one has not.',
  examples: [],
  choices: ['same_return', 'another_return'],
}
const counts = {
  total: 3,
  imported: 0,
  updated: 0,
  unchanged: 0,
  withdrawn: 0,
  failed: 0,
  waiting_returns: 0,
}
const staged: ImportDetail = {
  id,
  state: 'staged',
  file_name: 'november.csv',
  bytes: 2_048,
  format: 'folio_csv',
  marketplace: 'us',
  currency: 'USD',
  report_as_of: at,
  actor: 'ana',
  created_at: at,
  merged_at: null,
  ...counts,
  combined: 0,
  others_changed: 0,
  not_paying: { count: 0, commission: 0 },
  error: null,
  undone: null,
  repeats_id: null,
  question: { kind: 'confirmation', reasons: [doubt] },
  run: null,
  preview: {
    new_orders: 1,
    changed: 2,
    unchanged: 0,
    withdrawn: 0,
    retold_returns: [reportedAgain(1), reportedAgain(2)],
    commission: { before: 16, after: 11.5 },
    first_day: '2026-11-05',
    last_day: '2026-11-06',
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
}

it('an admin says whether a return is the same as one reported before (decision 39, %i×%i)', async () => {
  const choices: ImportDetail['choices'] = [
    { kind: 'retold_returns', rows: 2, commission: 4.5, choice: 'same_return', by: 'ana', at },
  ]
  const merged: ImportDetail = { ...staged, state: 'merged', question: null, preview: null, choices }
  const { sent } = await renderApp(`/admin/imports/${id}`, {
    api: {
      'GET /api/v1/me': () => ({ ...me, is_admin: true }),
      'GET /api/v1/admin/pipeline': () => idlePipeline,
      'GET /api/v1/admin/imports': () => onePage([]),
      'GET /api/v1/admin/imports/:id': () => staged,
      [call]: ({ body }) => ('confirm' in body ? merged : staged),
    },
  })
  await expect.element(text('$5.00 on Nov 5 before · $4.50 on Nov 6 now')).toBeVisible()
  // A row without an amount shows its pieces.
  await expect.element(text('$5.00 on Nov 5 before · 1 piece on Nov 6 now')).toBeVisible()
  const go = page.getByRole('button', { name: 'Confirm and import' })
  await go.click()
  await expect.element(text('Please choose one')).toBeVisible()
  expect(sent(call)).toEqual([])
  expect(await flawsInEveryLook()).toEqual({})
  await page.getByRole('button', { name: 'Another return: 112-0000000-0000002' }).click()
  await expect.poll(() => sent(call)).toHaveLength(1)
  expect(sent(call)[0]?.input.body).toEqual({ returns: [{ id: 'return-2', choice: 'another_return' }] })
  await page.getByRole('radio', { name: /^The same return, reported again/ }).click()
  await go.click()
  await expect.poll(() => sent(call)).toHaveLength(2)
  expect(sent(call)[1]?.input.body).toEqual({
    confirm: [{ kind: 'retold_returns', rows: 2, commission: 4.5, choice: 'same_return' }],
  })
  await expect.element(text('The same return (@ana)')).toBeVisible()
})
