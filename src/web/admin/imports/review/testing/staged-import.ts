import type { Answers } from '../../../../testing/fake-api.ts'
import { me } from '../../../../testing/people.ts'
import { idlePipeline, idOf, onePage } from '../../../../testing/samples.ts'
import type { Import, ImportedRow } from '../../../answers.ts'

export const at = '2026-11-20T10:00:00.000Z'
export const id = idOf(5, 1)
export const address = `/admin/imports/${id}`

type Tally = NonNullable<Import['tally']>

export const run = {
  id: idOf(6, 1),
  kind: 'stage' as const,
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

export const tallyOf = (
  tallies: Partial<Record<Tally[number]['outcome'], [number, number | null, number]>>,
): Tally =>
  (
    [
      'imported',
      'updated',
      'unchanged',
      'waiting_returns',
      'combined',
      'withdrawn',
      'others_changed',
    ] as const
  ).map((outcome) => {
    const [rows, reported, commission] = tallies[outcome] ?? [0, 0, 0]
    const isOfOthers = outcome === 'withdrawn' || outcome === 'others_changed'
    return { outcome, rows, reported: isOfOthers ? null : reported, commission }
  })

export const creators = [
  {
    payee_id: idOf(7, 1),
    username: 'bartholomew_of_the_very_long_name',
    orders: 61_204,
    commission: 204_120.5,
  },
  { payee_id: idOf(7, 2), username: 'ana', orders: 2, commission: -12.25 },
  { payee_id: null, username: null, orders: 9, commission: 31 },
]

export const preview: NonNullable<Import['preview']> = {
  new_orders: 98_000,
  changed: 1_500,
  unchanged: 400,
  withdrawn: 12,
  unfound_returns: { count: 8, commission: -16.28 },
  commission: { before: 1_000_000, after: 1_204_139.25 },
  creators,
  other_creators: { creators: 3, orders: 12, commission: 0.4 },
  first_day: '2026-11-01',
  last_day: '2026-11-30',
  changes: [],
}

export const staged: Import = {
  id,
  state: 'staged',
  file_name: 'fee-earnings-of-all-november-as-it-was-downloaded-on-the-second-of-december.csv',
  bytes: 20_480_000,
  format: 'fee_earnings',
  marketplace: 'us',
  currency: 'USD',
  report_as_of: at,
  actor: 'ana',
  created_at: at,
  merged_at: null,
  total: 100_000,
  imported: 0,
  updated: 0,
  unchanged: 0,
  withdrawn: 0,
  failed: 90,
  waiting_returns: 0,
  combined: 2,
  others_changed: 0,
  error: null,
  undone: null,
  repeats_id: null,
  question: null,
  run,
  preview,
  tally: tallyOf({
    imported: [98_000, 200_000.5, 200_000.5],
    updated: [1_500, 8_000, 4_187.75],
    unchanged: [400, 2_000, 0],
    waiting_returns: [8, -16.28, 0],
    combined: [2, -4, 0],
    withdrawn: [12, null, -49],
  }),
  reported: { rows: 209_980.22, left_out: 120.5, left_out_unread: 2, statement: 210_110.72 },
  returns_waiting: null,
  in_the_way: null,
  undone_effect: null,
  reconciliation: null,
  choices: [],
  rows_listed: true,
  not_paying: { count: 0, commission: 0 },
  has_file: true,
  errors: [],
}

const {
  run: _run,
  preview: _preview,
  tally: _tally,
  reported: _reported,
  returns_waiting: _waiting,
  in_the_way: _other,
  undone_effect: _effect,
  reconciliation: _sums,
  choices: _choices,
  rows_listed: _listed,
  has_file: _file,
  errors: _errors,
  ...listed
} = staged

/** As lists tell of it. */
export { listed }

const problems = Array.from({ length: 9 }, (_, n) => ({
  line: 1_000 + n,
  order_item_id: `112-0000000-000000${n}`,
  column: 'commission_amount',
  message: 'This is no amount: “much”. Write it as 12.34.',
}))

const row = (n: number, more: Partial<ImportedRow> = {}): ImportedRow => ({
  line: n,
  order_item_id: `112-0000000-00000${n}`,
  order_date: '2026-11-03',
  currency: 'USD',
  asin: 'B0C7KQ4T2M',
  product_title: 'A mug that keeps its coffee warm until the very last sip, in blue',
  order_status: 'shipped',
  commission: 4.2,
  reported: 5.2,
  would_be: { order_status: 'returned', commission: 5.2 },
  ...more,
})

export const answers = (batch: Partial<Import>, more: Answers = {}): Answers => ({
  'GET /api/v1/me': () => ({ ...me, is_admin: true }),
  'GET /api/v1/admin/imports/:id': () => ({ ...staged, ...batch }),
  'GET /api/v1/admin/pipeline': () => idlePipeline,
  'GET /api/v1/admin/rates': () => ({ items: [], waiting: 0 }),
  'GET /api/v1/admin/imports/:id/problems': () => onePage(problems),
  'GET /api/v1/admin/imports/:id/rows': ({ query }) =>
    onePage(
      query.outcome === 'withdrawn'
        ? [row(0, { line: null, would_be: { order_status: 'withdrawn', commission: 0 }, reported: null })]
        : [10, 11, 12, 13, 14, 15].map((n) => row(n)),
    ),
  ...more,
})
