import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type AnswerOf, patienceMs } from '../api/client.ts'
import { renderApp } from '../testing/app.tsx'
import { type Answers, offline, refused } from '../testing/fake-api.ts'
import { chooseFile } from '../testing/files.ts'
import { flawsInEveryLook } from '../testing/flaws.ts'
import { button } from '../testing/forms.ts'
import { idOf } from '../testing/samples.ts'

type Report = AnswerOf<'POST /api/v1/me/collection'>
type RecentImport = AnswerOf<'GET /api/v1/me/collection/imports'>['items'][number]
type SampleRow = Report['sample'][number]

const importing = 'POST /api/v1/me/collection'
const undoing = 'POST /api/v1/me/collection/imports/:id/undo'
const phone = { width: 390, height: 844 }

const row = (line: number, rest: Partial<SampleRow> = {}): SampleRow => ({
  line,
  is_new: true,
  title: `Gooseneck kettle ${line}`,
  amazon_url: 'https://www.amazon.com/dp/B08N5WRWNW',
  category: 'Kitchen',
  tags: ['coffee', 'morning'],
  is_public: true,
  ...rest,
})

const sample = [
  row(2, { title: '', category: null, tags: [], is_public: false }),
  row(3, { is_new: false, title: 'A walnut serving board with a long name that takes more than one line' }),
  ...Array.from({ length: 8 }, (_, n) => row(n + 4)),
]

const report: Report = {
  total: 127,
  created: 120,
  updated: 4,
  unchanged: 1,
  skipped: 2,
  errors: [
    { line: 14, column: 'amazon_url', message: 'Invalid Amazon URL provided' },
    { line: 15, column: 'category', message: 'This category does not exist.' },
  ],
  notices: [],
  sample,
  import_id: null,
}

const recent = (n: number, rest: Partial<RecentImport> = {}): RecentImport => ({
  id: idOf(7, n),
  created_at: new Date(Date.now() - n * 3_600_000 - 600_000).toISOString(),
  undo_until: new Date(Date.now() + 3_600_000).toISOString(),
  created: 120,
  updated: 4,
  removable: 118,
  ...rest,
})

/** The page of someone whose imports are these, and to whose list an import and an undoing tell. */
function transferOf(imports: RecentImport[] = [], otherwise: Answers = {}) {
  const list = [...imports]
  const api: Answers = {
    'GET /api/v1/me/collection/imports': () => ({ items: list }),
    [importing]: ({ query }) => {
      if (query.preview === 'true') return report
      const made = recent(0)
      list.unshift(made)
      return { ...report, sample: [], import_id: made.id }
    },
    [undoing]: ({ params }) => {
      list.splice(
        list.findIndex(({ id }) => id === params.id),
        1,
      )
      return { removed: 118, kept: 2, updated: 4 }
    },
  }
  return renderApp('/my-folio/transfer', { api: { ...api, ...otherwise } })
}

async function choose() {
  await expect.element(page.getByLabelText('File to import')).toBeInTheDocument()
  chooseFile(new File(['amazon_url\n'], 'items.csv', { type: 'text/csv' }))
}
const rows = page.getByRole('list', { name: 'The first 10 of 124, as they will be' }).getByRole('listitem')
const recents = page.getByRole('list', { name: 'Imports of the last 24 hours' }).getByRole('listitem')
const dialog = page.getByRole('alertdialog', { name: 'Undo this import?' })
const confirm = dialog.getByRole('button', { name: 'Undo import' })

describe('an import (docs/product/my-folio.md#import-and-export)', () => {
  it('shows the first items as they will be, and imports after a confirmation', async () => {
    const { answer, sent } = await transferOf()
    await choose()
    await expect
      .element(page.getByText('120 new, 4 changed, 1 unchanged, 2 rows with problems').last())
      .toBeVisible()
    await expect
      .element(rows.first())
      .toHaveTextContent('No titleamazon.com/dp/B08N5WRWNWInboxNewPrivate draft')
    await expect
      .element(rows.nth(1))
      .toHaveTextContent(
        'A walnut serving board with a long name that takes more than one lineamazon.com/dp/B08N5WRWNWKitchen · #coffee · #morningChangedPublic',
      )
    expect(rows.elements()).toHaveLength(10)
    await expect.element(page.getByText('Line 14, amazon_url')).toBeVisible()
    expect(sent(importing)).toMatchObject([{ input: { query: { preview: 'true' } } }])
    expect(await flawsInEveryLook()).toEqual({})

    // After a failure the file and its preview stay.
    answer({ [importing]: () => Promise.reject(offline()) })
    await button('Import 124 items').click()
    await expect
      .element(page.getByRole('alert').filter({ hasText: 'You appear to be offline.' }))
      .toBeVisible()
    await expect.element(rows.first()).toBeVisible()
    await expect.element(page.getByText('items.csv')).toBeVisible()
  })

  it('can be cancelled before anything is written', async () => {
    const { sent } = await transferOf()
    await choose()
    await button('Cancel').click()
    await expect.element(rows.first()).not.toBeInTheDocument()
    await expect.element(button('Choose a file')).toHaveFocus()
    expect(sent(importing)).toHaveLength(1)
  })
})

describe('undoing an import (docs/product/my-folio.md#undoing-an-import)', () => {
  it('is offered beside the result of an import, asks first, and says what was removed and what stays', async () => {
    const { answer, sent } = await transferOf()
    await choose()
    await button('Import 124 items').click()
    await expect.element(page.getByText('124 items imported: 120 new, 4 changed')).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
    await button('Undo import').click()
    await expect
      .element(dialog)
      .toHaveTextContent(
        'Undo this import?This deletes 118 items of the 120 it added, and their links stop working. What you have changed since stays. 4 items that it changed stay as they are. It cannot be undone.CancelUndo import',
      )
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(sent(undoing)).toEqual([])

    await button('Undo import').click()
    answer({ [undoing]: () => Promise.reject(offline()) })
    await confirm.click()
    await expect.element(dialog.getByText('You appear to be offline.')).toBeVisible()
    answer({ [undoing]: () => ({ removed: 118, kept: 2, updated: 4 }) })
    answer({ 'GET /api/v1/me/collection/imports': () => ({ items: [] }) })
    await confirm.click()
    const done = page.getByText('Import undone: 118 items removed. 2 that you have changed since stay.')
    await expect.element(done).toBeVisible()
    await expect.poll(() => document.activeElement?.textContent).toContain('Import undone')
    await expect.element(button('Undo import')).not.toBeInTheDocument()
    await expect.element(page.getByText('124 items imported')).not.toBeInTheDocument()
  })

  it('is offered again when the page is opened within a day, for each import separately', async () => {
    const { sent } = await transferOf([recent(2, { created: 3, updated: 0, removable: 3 }), recent(5)])
    await expect.element(recents.nth(1)).toBeVisible()
    await expect.element(recents.first()).toHaveTextContent('3 new2 hours agoUndo import')
    expect(await flawsInEveryLook()).toEqual({})
    for (const n of [2, 5]) {
      await recents.first().getByRole('button').click()
      await confirm.click()
      await expect.poll(() => document.activeElement?.textContent).toContain('Import undone')
      expect(sent(undoing).at(-1)).toMatchObject({ input: { params: { id: idOf(7, n) } } })
      await expect.poll(() => recents.elements().length).toBe(n === 2 ? 1 : 0)
    }
  })

  it('is still found where the list of imports did not come at first, which is said', async () => {
    const { answer } = await transferOf([], {
      'GET /api/v1/me/collection/imports': () => Promise.reject(refused('internal_error')),
    })
    const failed = page
      .getByRole('alert')
      .filter({ hasText: 'Failed to load the imports of the last 24 hours' })
    await expect.element(failed).toBeVisible()
    expect(await flawsInEveryLook(phone)).toEqual({})
    await failed.getByRole('button', { name: 'Try again' }).click()
    await expect.element(failed).toBeVisible()
    answer({ 'GET /api/v1/me/collection/imports': () => ({ items: [recent(2)] }) })
    await failed.getByRole('button', { name: 'Try again' }).click()
    await expect.element(recents.first()).toBeVisible()
    await expect.element(failed).not.toBeInTheDocument()
    await expect.element(button('Choose a file')).toHaveFocus()
  })

  it('that hangs says so after half a minute, and may be sent again', async () => {
    const limit = new AbortController()
    const patience = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
    const { sent } = await transferOf([recent(2)], { [undoing]: () => new Promise(() => {}) })
    await recents.first().getByRole('button').click()
    await confirm.click()
    await expect.poll(() => sent(undoing)).toHaveLength(1)
    expect(patience.mock.calls).toEqual([[patienceMs]])
    limit.abort(new DOMException('late', 'TimeoutError'))
    await expect.element(dialog.getByText('You appear to be offline.')).toBeVisible()
    await expect.element(confirm).toBeEnabled()
  })
})
