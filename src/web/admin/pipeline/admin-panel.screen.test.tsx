import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderApp } from '../../testing/app.tsx'
import { type Answers, offline } from '../../testing/fake-api.ts'
import { flawsInEveryLook } from '../../testing/flaws.ts'
import { me } from '../../testing/people.ts'
import { idlePipeline, idOf, onePage } from '../../testing/samples.ts'
import type { Run } from '../answers.ts'

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

const panel = (rest: Partial<typeof idlePipeline> = {}): Answers => ({
  'GET /api/v1/me': () => ({ ...me, is_admin: true }),
  'GET /api/v1/admin/pipeline': () => ({ ...idlePipeline, ...rest }),
  'GET /api/v1/admin/imports': () => onePage([]),
  'GET /api/v1/admin/rates': () => ({ items: [], waiting: 0 }),
})

it('names few marketplaces without a tag, and folds many away', async () => {
  const { unmount } = await renderApp('/admin', { api: panel({ marketplaces_without_tag: ['us', 'de'] }) })
  await expect.element(page.getByText('Links to amazon.com and amazon.de earn nothing.')).toBeVisible()
  await unmount()
  const many = ['us', 'ca', 'uk', 'de', 'fr']
  await renderApp('/admin', { api: panel({ marketplaces_without_tag: many }) })
  await expect.element(page.getByText('Links to 5 marketplaces earn nothing.')).toBeVisible()
  const names = page.getByText('amazon.com, amazon.ca, amazon.co.uk, amazon.de, and amazon.fr')
  await expect.element(names).not.toBeVisible()
  await page.getByText('Which marketplaces').click()
  await expect.element(names).toBeVisible()
  expect(await flawsInEveryLook()).toEqual({})
})

it('says how many orders wait for a rate, and leads to the rates', async () => {
  const { router, unmount } = await renderApp('/admin', {
    api: { ...panel(), 'GET /api/v1/admin/rates': () => ({ items: [], waiting: 12 }) },
  })
  const step = page.getByRole('region', { name: 'Earnings calculation' })
  await expect.element(step.getByRole('link', { name: '12 orders wait for a rate' })).toBeVisible()
  expect(await flawsInEveryLook()).toEqual({})
  await step.getByRole('link', { name: '12 orders wait for a rate' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/admin/rates')
  await unmount()
  await renderApp('/admin', {
    api: { ...panel(), 'GET /api/v1/admin/rates': () => ({ items: [], waiting: 1 }) },
  })
  await expect.element(page.getByRole('link', { name: '1 order waits for a rate' })).toBeVisible()
})

it('says nothing of rates where no order waits for one, and asks again when a run has ended', async () => {
  let waiting = 0
  const { answer } = await renderApp('/admin', {
    api: {
      ...panel({ open_runs: [{ ...matching(1), state: 'running' }] }),
      'GET /api/v1/admin/rates': () => ({ items: [], waiting }),
    },
  })
  await expect.element(page.getByRole('button', { name: 'Calculate earnings' })).toBeVisible()
  expect(page.getByText(/for a rate/).elements()).toEqual([])
  waiting = 2
  answer({ 'GET /api/v1/admin/pipeline': () => ({ ...idlePipeline, ...pipeline(matching(1)) }) })
  await expect.element(page.getByRole('link', { name: '2 orders wait for a rate' })).toBeVisible()
})

it('starts one run however often the answer is lost, and another one only after that', async () => {
  const { answer, sent } = await renderApp('/admin', {
    api: {
      ...panel(pipeline(null)),
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
