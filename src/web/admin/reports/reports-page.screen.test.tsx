import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderApp } from '../../testing/app.tsx'
import { refused } from '../../testing/fake-api.ts'
import { flawsInEveryLook } from '../../testing/flaws.ts'
import { pressAt } from '../../testing/keys.ts'
import { me } from '../../testing/people.ts'
import { idOf, onePage } from '../../testing/samples.ts'
import { toast } from '../../testing/toasts.ts'
import type { ModerationCase } from '../answers.ts'

const ben = {
  id: idOf(5, 1),
  first_name: 'Ben',
  last_name: 'Okafor',
  username: 'ben',
  avatar_url: null,
  bio: 'Fine things.',
  cover_url: null,
  links: [],
  is_admin: false,
  created_at: '2026-11-02T09:00:00Z',
  suspended: null,
}
const kettle: NonNullable<ModerationCase['product']> = {
  id: idOf(2, 1),
  short_link_id: 'kettle-1',
  asin: 'B0KETTLE01',
  title: 'Kettle of pure gold for 3 dollars',
  description: 'Send the money first, then write to me.',
  user_comment: null,
  image_url: null,
  photos: null,
  image_source: null,
  created_at: '2026-11-20T09:00:00Z',
  tags: ['gold'],
  hidden: null,
  is_deleted: false,
}
const caseWith = (n: number, values: Partial<ModerationCase> = {}): ModerationCase => ({
  id: idOf(9, n),
  noted_at: '2026-11-22T10:00:00Z',
  open_reports: 2,
  reasons: { misleading: 1, other: 1 },
  reports: [
    {
      reason: 'other',
      text: 'He has my money',
      reporter: 'ana',
      created_at: '2026-11-22T10:00:00Z',
      is_open: true,
    },
    { reason: 'misleading', text: null, reporter: null, created_at: '2026-11-21T10:00:00Z', is_open: true },
  ],
  product: kettle,
  list: null,
  account: ben,
  decisions: [
    {
      action: 'product_hidden',
      reason: 'A fake.',
      product_id: idOf(2, 9),
      list_id: null,
      by: 'ada',
      decided_at: '2026-11-10T10:00:00Z',
    },
  ],
  ...values,
})

/** The smallest pictures, each another. */
const dot = (n: number) => `data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==#${n}`

const api = (items: () => ModerationCase[]) => ({
  'GET /api/v1/me': () => ({ ...me, is_admin: true }),
  'GET /api/v1/admin/reports': () => onePage(items()),
})

it('shows what was reported, its owner, its reports, and earlier decisions', async () => {
  await renderApp('/admin/reports', {
    api: api(() => [
      caseWith(1),
      caseWith(2, { product: null, open_reports: 1, reasons: { impersonation: 1 }, decisions: [] }),
      caseWith(3, {
        open_reports: 0,
        reasons: {},
        product: { ...kettle, hidden: { reason: 'A fake.', since: '2026-11-10T10:00:00Z' } },
        account: { ...ben, suspended: { reason: 'Fakes.', since: '2026-11-10T10:00:00Z' } },
      }),
    ]),
  })
  const first = page.getByRole('article').nth(0)
  await expect.element(first.getByRole('link', { name: 'Kettle of pure gold for 3 dollars' })).toBeVisible()
  await expect.element(first.getByText('2 open reports: Not what it says 1, Something else 1')).toBeVisible()
  await expect.element(first.getByText('He has my money')).toBeVisible()
  await expect.element(first.getByText('Send the money first')).toBeVisible()
  await expect.element(first.getByText(/^Item hidden by @ada/)).toBeVisible()
  const names = (n: number) =>
    page
      .getByRole('article')
      .nth(n)
      .getByRole('button')
      .elements()
      .map((button) => button.textContent)
  expect(names(0)).toEqual(['Dismiss', 'Hide item', 'Sign out everywhere', 'Suspend account'])
  expect(names(1)).toEqual(['Dismiss', 'Sign out everywhere', 'Suspend account'])
  expect(names(2)).toEqual(['Show item again', 'Let account back in'])
  expect(await flawsInEveryLook()).toEqual({})
})

it('decides with a reason, which stays in the form until the call succeeds', async () => {
  let items = [caseWith(1)]
  const sent: unknown[] = []
  const { answer } = await renderApp('/admin/reports', {
    api: {
      ...api(() => items),
      'POST /api/v1/admin/products/:id/hide': () => Promise.reject(refused('internal_error')),
    },
  })
  await page.getByRole('button', { name: 'Hide item' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hide the item?' })
  await dialog.getByRole('button', { name: 'Hide', exact: true }).click()
  await expect.element(dialog.getByText('Please give a reason')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('A fake.')
  await dialog.getByRole('button', { name: 'Hide', exact: true }).click()
  await expect.element(toast('Not done')).toBeVisible()
  await expect.element(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('A fake.')
  answer({
    'POST /api/v1/admin/products/:id/hide': ({ params, body }) => {
      sent.push([params, body])
      items = []
      return { outcome: 'changed' as const }
    },
  })
  await dialog.getByRole('button', { name: 'Hide', exact: true }).click()
  await expect.element(page.getByText('Nothing to decide')).toBeVisible()
  expect(sent).toEqual([[{ id: kettle.id }, { reason: 'A fake.' }]])
})

it('shows a newer report instead of dismissing it with the others', async () => {
  const { answer } = await renderApp('/admin/reports', {
    api: {
      ...api(() => [caseWith(1)]),
      'POST /api/v1/admin/reports/:id/dismiss': () => Promise.reject(refused('version_mismatch')),
    },
  })
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('textbox', { name: 'Reason' }).fill('Nothing wrong.')
  answer({
    'GET /api/v1/admin/reports': () => onePage([caseWith(1, { open_reports: 3, reasons: { spam: 3 } })]),
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(page.getByText('A newer report has come in since. It is shown now.')).toBeVisible()
  await expect.element(page.getByText(/^3 open reports: Spam (?!3)/)).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

it('is decided by keyboard alone; Escape gives the focus back, and a decision leaves it on the page', async () => {
  let items = [caseWith(1), caseWith(2)]
  await renderApp('/admin/reports', {
    api: {
      ...api(() => items),
      'POST /api/v1/admin/products/:id/hide': () => {
        items = items.slice(1)
        return { outcome: 'changed' as const }
      },
    },
  })
  const hide = page.getByRole('article').first().getByRole('button', { name: 'Hide item' })
  const dialog = page.getByRole('dialog', { name: 'Hide the item?' })
  await expect.element(hide).toBeVisible()
  await pressAt(hide)
  await expect.element(dialog.getByRole('textbox', { name: 'Reason' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(hide).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByRole('textbox', { name: 'Reason' })).toHaveFocus()
  await userEvent.keyboard('A fake.')
  await pressAt(dialog.getByRole('button', { name: 'Hide', exact: true }))
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(() => page.getByRole('article').elements().length).toBe(1)
  await expect.poll(() => document.activeElement).not.toBe(document.body)
})

it('shows all photos of a product that has several', async () => {
  const shown = { ...kettle, image_url: dot(1), image_source: 'owner' as const, photos: [dot(2), dot(3)] }
  await renderApp('/admin/reports', { api: api(() => [caseWith(1, { product: shown }), caseWith(2)]) })
  const photos = page.getByRole('list', { name: 'Photos' })
  await expect.element(photos.getByText('Photo 3 of 3')).toBeInTheDocument()
  expect([...photos.element().querySelectorAll('img')].map(({ src }) => src)).toEqual([1, 2, 3].map(dot))
  expect(page.getByRole('list', { name: 'Photos' }).elements()).toHaveLength(1)
})
