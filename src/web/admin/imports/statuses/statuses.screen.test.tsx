import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '../../../testing/app.tsx'
import { flawsInEveryLook, flawsOf } from '../../../testing/flaws.ts'
import { me } from '../../../testing/people.ts'
import { onePage } from '../../../testing/samples.ts'
import { staged } from '../review/testing/staged-import.ts'

const asking = {
  ...staged,
  state: 'question' as const,
  preview: null,
  tally: null,
  question: {
    kind: 'statuses' as const,
    statuses: [
      { status: 'In transit', rows: 12, commission: 45.5 },
      { status: 'Awaiting pick-up', rows: 1, commission: 3 },
    ],
  },
}

// docs/product/reports.md#unknown-statuses
it('a file asks what its statuses mean, all of them at once', async () => {
  const call = 'POST /api/v1/admin/imports/:id/answer'
  const { sent } = await renderApp(`/admin/imports/${asking.id}`, {
    api: {
      'GET /api/v1/me': () => ({ ...me, is_admin: true }),
      'GET /api/v1/admin/imports/:id': () => asking,
      [call]: () => ({ ...asking, state: 'received' as const, question: null }),
    },
  })
  const field = (status: string) => page.getByRole('combobox', { name: `“${status}”` })
  await expect.element(page.getByText('12 rows, $45.50')).toBeVisible()
  await field('In transit').selectOptions('pending')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.element(page.getByText('Please choose one')).toBeVisible()
  expect(await flawsInEveryLook()).toEqual({})
  // What was chosen stays.
  await expect.element(field('In transit')).toHaveValue('pending')
  await field('Awaiting pick-up').selectOptions('left_out')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect
    .poll(() => sent(call).map(({ input }) => input.body))
    .toEqual([
      {
        statuses: [
          { status: 'In transit', means: 'pending' },
          { status: 'Awaiting pick-up', means: 'left_out' },
        ],
      },
    ])
})

it('what was said is listed among the imports, and changed for later reports', async () => {
  const known = {
    status: 'in transit',
    means: 'pending' as 'pending' | 'shipped',
    by: 'ada',
    at: '2026-11-22T10:00:00Z',
  }
  await renderApp('/admin/imports', {
    api: {
      'GET /api/v1/me': () => ({ ...me, is_admin: true }),
      'GET /api/v1/admin/imports': () => onePage([]),
      'GET /api/v1/admin/paying-dates': () => ({ items: [], change: null }),
      'GET /api/v1/admin/report-statuses': () => ({ items: [known] }),
      'PUT /api/v1/admin/report-statuses/:status': ({ body }) => {
        known.means = body.means as 'shipped'
        return { items: [known] }
      },
    },
  })
  await page.getByText('Statuses of reports').click()
  const field = page.getByRole('combobox', { name: '“in transit”' })
  await expect.element(field).toHaveValue('pending')
  expect(await flawsOf()).toEqual([])
  await field.selectOptions('shipped')
  await expect.element(page.getByText('Status changed')).toBeVisible()
  await expect.element(field).toHaveValue('shipped')
})
