import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '../../testing/app.tsx'
import { offline } from '../../testing/fake-api.ts'
import { flawsInEveryLook, flawsOf } from '../../testing/flaws.ts'
import { me } from '../../testing/people.ts'
import { idlePipeline, idOf, onePage } from '../../testing/samples.ts'
import type { AuditEntry } from '../answers.ts'

const audit = 'GET /api/v1/admin/audit'
const nothing: AuditEntry['about'] = {
  title: null,
  day: null,
  commission: null,
  currency: null,
  username: null,
  from: null,
  to: null,
  import_id: null,
  orders: null,
}
const entry = (n: number, rest: Partial<AuditEntry>): AuditEntry => ({
  id: idOf(8, n),
  action: 'import.merge',
  subject: idOf(5, n),
  actor: 'ada',
  details: {},
  about: nothing,
  created_at: '2026-11-22T10:00:00.000Z',
  ...rest,
})
const lamp = {
  ...nothing,
  title: 'Brass lamp '.repeat(20),
  day: '2025-11-03',
  commission: 4.5,
  currency: 'USD',
}
const entries = [
  entry(1, {
    action: 'order.assign',
    subject: '112-1',
    about: { ...lamp, to: 'bartholomew_of_the_very_long_name' },
    details: { before: null, after: { payee_id: '2' }, reason: 'AReasonWithoutAnySpace'.repeat(12) },
  }),
  entry(2, {
    about: {
      ...nothing,
      title: `${'november-'.repeat(20)}.csv`,
      orders: 1203,
      commission: 310.5,
      currency: 'USD',
    },
  }),
  entry(3, { action: 'order.accept', subject: '112-9' }),
  entry(4, { action: 'report.dismiss', subject: idOf(9, 1), about: { ...nothing, title: 'A mug' } }),
]

const openAudit = (answer: () => ReturnType<typeof onePage<AuditEntry>> | Promise<never>) =>
  renderApp('/admin/audit', {
    api: {
      'GET /api/v1/me': () => ({ ...me, is_admin: true }),
      'GET /api/v1/admin/pipeline': () => idlePipeline,
      [audit]: answer,
    },
  })
const rows = page.getByRole('list', { name: 'audit log' }).getByRole('listitem')

it('the audit log shows each action with a link to its subject and its reason', async () => {
  await openAudit(() => onePage(entries))
  await expect.poll(() => rows.elements()).toHaveLength(4)
  await expect.element(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible()
  const hrefs = rows.elements().map((row) => row.querySelector('a')?.getAttribute('href') ?? null)
  expect(hrefs).toEqual(['/admin/orders/112-1', `/admin/imports/${idOf(5, 2)}`, null, '/admin/reports'])
  await expect.element(page.getByText(/^“AReason/)).toBeVisible()
  expect(await flawsInEveryLook()).toEqual({})
})

it('the audit log says that it is empty, and offers to try again after a failed load', async () => {
  const { answer } = await openAudit(() => Promise.reject(offline()))
  await expect.element(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  expect(await flawsOf()).toEqual([])
  answer({ [audit]: () => onePage([]) })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('heading', { name: 'Nothing has been done yet' })).toBeVisible()
  expect(await flawsOf()).toEqual([])
})
