import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { ImportDetail } from '../../../orders/imports/contract.ts'
import { renderApp } from '../../testing/app.tsx'
import { type Answers, refused } from '../../testing/fake-api.ts'
import { fitsItsWidth, flawsOf } from '../../testing/flaws.ts'
import { me } from '../../testing/people.ts'
import { idOf } from '../../testing/samples.ts'

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
  error: null,
  undone: null,
  repeats_id: null,
  question: null,
  run,
  preview: null,
  reconciliation: null,
  has_file: true,
  errors: [],
}

const answers = (batch: Partial<ImportDetail>): Answers => ({
  'GET /api/v1/me': () => ({ ...me, is_admin: true }),
  'GET /api/v1/admin/imports/:id': () => ({ ...merged, ...batch }),
})

describe('an import (decision 0024)', () => {
  it.each([
    ['merge', 'Nothing of this import stayed: no order has changed.'],
    ['stage', 'Nothing of this report was imported.'],
  ] as const)('whose %s was stopped says what is left of it', async (kind, words) => {
    const stopped = { ...run, kind, state: 'stopped' as const, rows_done: 3, rows_total: 10 }
    await renderApp(address, {
      api: answers({ state: kind === 'merge' ? 'staged' : 'received', merged_at: null, run: stopped }),
    })
    await expect.element(text('Stopped at 3 of 10 rows · 30%.')).toBeVisible()
    await expect.element(text(words)).toBeVisible()
    expect(text(/What was done so far/).elements()).toEqual([])
    expect(await flawsOf()).toEqual([])
    expect(fitsItsWidth()).toBe(true)
  })

  it('that has taken effect hands out its file, as it came in', async () => {
    const file = 'GET /api/v1/admin/imports/:id/file'
    const { sent, answer } = await renderApp(address, { api: answers({}) })
    const button = page.getByRole('button', { name: 'Download the file' })
    answer({ [file]: () => Promise.reject(refused('not_found')) })
    await button.click()
    await expect.element(text('Failed to download the file')).toBeVisible()
    expect(sent(file)).toHaveLength(1)
    expect(await flawsOf()).toEqual([])
  })

  it('whose file is not kept offers none', async () => {
    await renderApp(address, { api: answers({ has_file: false }) })
    await expect.element(page.getByRole('button', { name: 'Undo this import' })).toBeVisible()
    expect(page.getByRole('button', { name: 'Download the file' }).elements()).toEqual([])
  })
})
