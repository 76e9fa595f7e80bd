import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderApp } from '../../testing/app.tsx'
import { flawsInEveryLook } from '../../testing/flaws.ts'
import { me } from '../../testing/people.ts'
import { idlePipeline, idOf, listedOrder, onePage } from '../../testing/samples.ts'
import type { Run } from '../answers.ts'

const at = '2026-11-20T10:00:00.000Z'
const match: Run = {
  id: idOf(6, 1),
  kind: 'match',
  import_id: null,
  state: 'done',
  is_stopping: false,
  rows_done: 16,
  rows_total: 16,
  results: {
    total: 10,
    matched: 7,
    high_confidence: 5,
    medium_confidence: 2,
    no_match: 3,
    review: 0,
    waiting: 16,
    left_alone: 2,
    timed_out: 4,
  },
  error: null,
  orders_listed: true,
  actor: 'ana',
  created_at: at,
  started_at: at,
  finished_at: at,
}

const pipeline = (last: Run) => ({ ...idlePipeline, last: { ...idlePipeline.last, match: last } })

const answers = (last: Run) => ({
  'GET /api/v1/me': () => ({ ...me, is_admin: true }),
  'GET /api/v1/admin/pipeline': () => pipeline(last),
  'GET /api/v1/admin/imports': () => onePage([]),
  'GET /api/v1/admin/rates': () => ({ items: [], waiting: 0 }),
})

const ofRun = {
  confidence: 'high',
  rule: 'sub_tag',
  product_id: null,
  short_link_id: null,
  reason: '',
} as const
const matchOf = (username: string) => ({
  ...ofRun,
  creator: { payee_id: idOf(3, 1), username },
  note_to_creator: null,
  is_decided: false,
  review: null,
  is_provisional: false,
  version: 1,
})

it('links each number of the panel to the run’s own orders', async () => {
  const figures: string[] = []
  await renderApp('/admin', {
    api: {
      ...answers(match),
      'GET /api/v1/admin/runs/:id': () => match,
      'GET /api/v1/admin/runs/:id/orders': ({ query }) => {
        figures.push(query.figure)
        return onePage([
          listedOrder({ has_ledger: true, match: matchOf('maya') }),
          listedOrder({ order_item_id: '112-2', order_status: 'withdrawn', product_title: 'A lamp' }),
        ])
      },
    },
  })
  for (const number of ['10', '7', '5', '3', '2', '4'])
    await expect.element(page.getByRole('link', { name: number, exact: true }).first()).toBeVisible()
  await expect
    .element(
      page.getByText('4 of 16 orders that waited took too long to match, and wait for the next matching.'),
    )
    .toBeVisible()
  const seven = page.getByRole('link', { name: '7', exact: true }).element() as HTMLElement
  seven.focus()
  await userEvent.keyboard('{Enter}')
  await expect
    .element(page.getByRole('button', { name: 'Matched · 7' }))
    .toHaveAttribute('aria-pressed', 'true')
  const rows = page.getByRole('list', { name: 'orders' }).getByRole('listitem')
  await expect.element(rows.nth(0)).toHaveTextContent('A mug$50.00112-1 · Nov 4 · @mayashippedhighsub tag')
  await expect.element(rows.nth(1).getByText('withdrawn', { exact: true })).toBeVisible()
  expect(rows.nth(1).element().querySelector('s')?.textContent).toBe('$50.00')
  expect(await flawsInEveryLook()).toEqual({})
  await page.getByRole('button', { name: 'No match · 3' }).click()
  await page.getByRole('button', { name: 'Took too long · 4' }).click()
  await expect.poll(() => figures).toEqual(['matched', 'no_match', 'timed_out'])
})

it('shows numbers without links where a run’s orders are not stored', async () => {
  await renderApp('/admin', { api: answers({ ...match, orders_listed: false }) })
  await expect.element(page.getByText('Medium confidence')).toBeVisible()
  expect(page.getByRole('link', { name: /^\d+$/ }).elements()).toEqual([])
})
