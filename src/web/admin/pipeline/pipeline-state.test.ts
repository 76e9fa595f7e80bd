import { describe, expect, it } from 'vitest'
import type { Pipeline, Run } from '../answers.ts'
import { calculateView, matchView, nextStep } from './pipeline-state.ts'

const run = (values: Partial<Run>): Run => ({
  id: '01900000-0000-7000-8000-000000000001',
  kind: 'match',
  import_id: null,
  state: 'done',
  is_stopping: false,
  rows_done: 0,
  rows_total: null,
  results: {},
  error: null,
  orders_listed: true,
  actor: 'ada',
  created_at: '2026-11-22T10:00:00Z',
  started_at: '2026-11-22T10:00:00Z',
  finished_at: '2026-11-22T10:00:00Z',
  ...values,
})

const imported = run({ kind: 'merge', finished_at: '2026-11-22T11:00:00Z' })
const matched = run({ results: { matched: 1_204 }, finished_at: '2026-11-22T12:00:00Z' })
const nothing = { import: null, match: null, calculate: null }

const pipeline = (values: Partial<Pipeline>): Pipeline => ({
  open_runs: [],
  last: nothing,
  has_orders: false,
  waiting_for_match: 0,
  provisional: 0,
  waiting_for_calculation: 0,
  under_review: 0,
  evidence_disagrees: 0,
  returns_asked: 0,
  marketplaces_without_tag: [],
  ...values,
})

const afterImport = pipeline({
  has_orders: true,
  last: { ...nothing, import: imported },
  waiting_for_match: 1_204,
  waiting_for_calculation: 1_204,
})
const afterMatching: Pipeline = {
  ...afterImport,
  last: { ...nothing, import: imported, match: matched },
  // A tracking id was changed.
  waiting_for_match: 3,
}

describe('the order of the steps (docs/product/admin.md#pipeline)', () => {
  it('blocks matching and calculation before the first import', () => {
    expect(matchView(pipeline({}))).toMatchObject({
      state: 'waits',
      blocked: 'Starts when orders have been imported',
    })
    expect(calculateView(pipeline({}))).toMatchObject({
      state: 'waits',
      blocked: 'Starts when matching is done',
    })
    expect(nextStep(pipeline({}), false)).toBe('import')
  })

  it('is ready to match after an import, and blocks the calculation until then', () => {
    expect(matchView(afterImport)).toMatchObject({
      state: 'ready',
      status: 'Ready: 1,204 orders to match to clicks',
      blocked: null,
    })
    expect(calculateView(afterImport).blocked).toBe('Starts when matching is done')
    expect(nextStep(afterImport, false)).toBe('match')
    expect(nextStep(afterImport, true)).toBe('import')
  })

  it('has the calculation next after a matching, even where orders wait to be matched again', () => {
    expect(calculateView(afterMatching)).toMatchObject({ state: 'ready', blocked: null })
    expect(calculateView(afterMatching).status).toMatch(
      /^Ready: [\d,]+ orders? to calculate \([\d,]+ orders? still to match\)$/,
    )
    expect(nextStep(afterMatching, false)).toBe('calculate')
    const later = run({ kind: 'merge', finished_at: '2026-11-22T13:00:00Z' })
    const again = { ...afterMatching, last: { ...afterMatching.last, import: later } }
    expect(calculateView(again).blocked).toBe('Starts when matching is done')
  })

  it('shows the last result where nothing waits', () => {
    expect(matchView({ ...afterMatching, waiting_for_match: 0 })).toMatchObject({
      state: 'done',
      status: 'Matching completed (Matched 1,204 orders)',
    })
  })

  it('shows how many matches are provisional, which block nothing', () => {
    const provisional = { ...afterMatching, waiting_for_match: 0, provisional: 12 }
    expect(matchView(provisional)).toMatchObject({
      state: 'done',
      status: 'Matching completed (Matched 1,204 orders) · 12 orders provisional',
    })
    expect(nextStep(provisional, false)).toBe('calculate')
  })

  it('blocks a step that is under way, and the steps after it', () => {
    const running = run({ state: 'running', finished_at: null })
    const matching = { ...afterMatching, open_runs: [running] }
    expect(matchView(matching)).toMatchObject({ run: running, blocked: 'It is under way' })
    expect(calculateView(matching).blocked).toBe('Starts when matching is done')
    const importing = { ...afterMatching, open_runs: [run({ kind: 'merge', state: 'running' })] }
    expect(matchView(importing).blocked).toBe('Starts when the import is done')
  })
})
