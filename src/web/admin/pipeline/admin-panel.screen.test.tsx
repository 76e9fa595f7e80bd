import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderApp } from '../../testing/app.tsx'
import { offline } from '../../testing/fake-api.ts'
import { me } from '../../testing/people.ts'
import { idlePipeline, idOf, onePage } from '../../testing/samples.ts'
import type { Run } from '../admin-queries.ts'

const at = '2026-11-20T10:00:00.000Z'
const start = 'POST /api/v1/admin/runs'

const matching = (number: number): Run => ({
  id: idOf(6, number),
  kind: 'match',
  import_id: null,
  state: 'done',
  is_stopping: false,
  rows_done: 1,
  rows_total: 1,
  results: {
    total: 1,
    matched: 1,
    high_confidence: 1,
    medium_confidence: 0,
    no_match: 0,
    review: 0,
    waiting: 1,
  },
  error: null,
  orders_listed: true,
  actor: 'ana',
  created_at: at,
  started_at: at,
  finished_at: at,
})

const pipeline = (match: Run | null) => ({
  ...idlePipeline,
  last: { ...idlePipeline.last, match },
  waiting_for_match: 1,
})

it('starts one run however often the answer is lost, and another one only after that', async () => {
  const { answer, sent } = await renderApp('/admin', {
    api: {
      'GET /api/v1/me': () => ({ ...me, is_admin: true }),
      'GET /api/v1/admin/pipeline': () => pipeline(null),
      'GET /api/v1/admin/imports': () => onePage([]),
      [start]: () => Promise.reject(offline()),
    },
  })
  const match = page.getByRole('button', { name: 'Match orders' })
  const press = async (times: number) => {
    // By the keyboard: the failure is shown above the button.
    await expect.element(match).toBeVisible()
    ;(match.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => sent(start)).toHaveLength(times)
    await expect.element(match).not.toHaveAttribute('aria-busy', 'true')
  }
  await press(1)
  await press(2)
  answer({
    [start]: () => matching(1),
    'GET /api/v1/admin/pipeline': () => pipeline(matching(1)),
  })
  await press(3)
  await expect.element(page.getByText('High')).toBeVisible()
  await press(4)
  const [first, ...others] = sent(start).map(({ extras }) => extras.idempotencyKey)
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(others.map((key) => key === first)).toEqual([true, true, false])
})
