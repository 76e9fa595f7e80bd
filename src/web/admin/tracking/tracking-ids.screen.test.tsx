import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { TrackingId } from '../../../orders/tracking-ids/contract.ts'
import { queryClient } from '../../api/query-client.tsx'
import { addressOf, renderApp } from '../../testing/app.tsx'
import { type Answers, refused } from '../../testing/fake-api.ts'
import { fitsItsWidth, flawsOf } from '../../testing/flaws.ts'
import { me } from '../../testing/people.ts'
import { idlePipeline, idOf, onePage } from '../../testing/samples.ts'

const dialog = page.getByRole('dialog')
const text = (words: string | RegExp) => page.getByText(words)
const given = 'POST /api/v1/admin/tracking-ids'

/** A stand-in for the server's tracking ids. There is one creator, maya. */
function trackingIds({ waiting = 0 } = {}): Answers {
  let all: TrackingId[] = []
  const problem = (path: string, message: string) =>
    refused('validation_failed', message, { problems: [{ path, message }] })
  return {
    'GET /api/v1/me': () => ({ ...me, is_admin: true }),
    'GET /api/v1/admin/pipeline': () => ({ ...idlePipeline, waiting_for_match: all.length * waiting }),
    'GET /api/v1/admin/imports': () => onePage([]),
    'GET /api/v1/admin/rates': () => ({ items: [], waiting: 0 }),
    'GET /api/v1/admin/tracking-ids': ({ query: { q = '' } }) =>
      onePage(all.filter(({ tag }) => q === '@maya' || tag.includes(q))),
    [given]: ({ body: { tag, username, valid_from, valid_to = null, note = null } }) => {
      if (username !== 'maya') throw problem('username', 'There is no creator with this username.')
      const creator = { payee_id: idOf(4, 0), username }
      const made = { id: idOf(3, 0), tag, marketplace: 'us', creator, valid_from, valid_to, note }
      all = [made]
      return made
    },
    'PATCH /api/v1/admin/tracking-ids/:id': ({ body: { valid_to } }) => {
      const [one] = all
      if (!one) throw refused('not_found')
      if (valid_to && valid_to <= one.valid_from)
        throw problem('valid_to', 'This day must come after the first one.')
      all = [{ ...one, valid_to }]
      return { ...one, valid_to }
    },
    'DELETE /api/v1/admin/tracking-ids/:id': () => {
      all = []
      return undefined
    },
  }
}

describe('tracking ids (docs/product/admin.md#tracking-ids)', () => {
  it('are given to a creator, ended and removed, with problems beside their fields', async () => {
    const api = trackingIds()
    const first = await renderApp('/admin/tracking-ids', { api })
    await expect.element(page.getByRole('heading', { name: 'No tracking IDs yet' })).toBeVisible()
    await page.getByRole('button', { name: 'Add a tracking ID' }).click()
    const add = dialog.getByRole('button', { name: 'Add', exact: true })
    const field = (name: string) => dialog.getByRole('textbox', { name })
    const day = (name: string) => dialog.getByLabelText(name)
    await add.click()
    await expect.element(text('Please enter a tracking ID')).toBeVisible()
    await field('Tracking ID').fill('folio-maya-20')
    await field('Creator').fill('nobody-at-all')
    await day('From').fill('2026-03-01')
    await add.click()
    await expect.element(text('There is no creator with this username.')).toBeVisible()
    await first.unmount()
    queryClient().clear()

    await renderApp('/admin/tracking-ids', { api })
    await page.getByRole('button', { name: 'Add a tracking ID' }).click()
    await expect.element(field('Tracking ID')).toHaveValue('folio-maya-20')
    await field('Creator').fill('maya')
    await add.click()
    await expect.element(text('Tracking ID added')).toBeVisible()
    const row = page.getByRole('list', { name: 'tracking IDs' }).getByRole('listitem')
    await expect.element(row.getByText(/@maya · amazon\.com · since Mar 1/)).toBeVisible()
    const box = page.getByRole('searchbox', { name: 'Search tracking IDs' })
    await box.fill('another')
    await expect.element(page.getByRole('heading', { name: 'No tracking IDs found' })).toBeVisible()
    await expect.element(box).toHaveFocus()
    await box.fill('@maya')
    await expect.element(row.getByText(/@maya · amazon\.com/)).toBeVisible()
    await box.fill('')
    expect(await flawsOf()).toEqual([])
    expect(fitsItsWidth()).toBe(true)

    await row.getByRole('button', { name: 'End of folio-maya-20' }).click()
    await day('Until').fill('2026-02-01')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.element(text('This day must come after the first one.')).toBeVisible()
    await day('Until').fill('2026-04-01')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.element(row.getByText(/until Apr 1/)).toBeVisible()

    await row.getByRole('button', { name: 'Remove folio-maya-20' }).click()
    const question = page.getByRole('alertdialog')
    await expect.element(question.getByText('Remove this tracking ID?')).toBeVisible()
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect.element(text('Tracking ID removed')).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'No tracking IDs yet' })).toBeVisible()
  })

  it('show that orders of the changed days wait to be matched', async () => {
    await renderApp('/admin/tracking-ids', { api: trackingIds({ waiting: 1 }) })
    await expect.element(page.getByRole('heading', { name: 'No tracking IDs yet' })).toBeVisible()
    expect(text(/to be matched/).elements()).toEqual([])
    await page.getByRole('button', { name: 'Add a tracking ID' }).click()
    await dialog.getByRole('textbox', { name: 'Tracking ID' }).fill('folio-lena-20')
    await dialog.getByRole('textbox', { name: 'Creator' }).fill('maya')
    await dialog.getByLabelText('From').fill('2026-03-01')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect.element(text(/^1 order waits to be matched/)).toBeVisible()
    await page.getByRole('link', { name: 'Go to the matching' }).click()
    await expect.poll(addressOf).toBe('/admin')
    await expect.element(text('Ready: 1 order to match to clicks')).toBeVisible()
  })
})
