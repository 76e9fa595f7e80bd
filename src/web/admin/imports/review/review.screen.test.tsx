import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '../../../testing/app.tsx'
import { refused } from '../../../testing/fake-api.ts'
import { chooseFile } from '../../../testing/files.ts'
import { flawsInEveryLook, flawsOf } from '../../../testing/flaws.ts'
import { button, field } from '../../../testing/forms.ts'
import { pressAt } from '../../../testing/keys.ts'
import { idOf, onePage } from '../../../testing/samples.ts'
import type { Import } from '../../answers.ts'
import {
  address,
  answers,
  at,
  creators,
  listed,
  preview,
  run,
  staged,
  tallyOf,
} from './testing/staged-import.ts'

const text = (words: string | RegExp) => page.getByText(words)
const tile = (name: RegExp) =>
  page.getByRole('list', { name: 'Outcome of its rows' }).getByRole('button', { name })

/** Answers files, which go by a request of their own, with this import; what was sent is kept. */
function answerUpload(batch: Import) {
  const sent: File[] = []
  class Answered {
    upload = {}
    status = 201
    response = batch
    open() {}
    setRequestHeader() {}
    abort() {}
    onload() {}
    send(file: File) {
      sent.push(file)
      queueMicrotask(() => this.onload())
    }
  }
  vi.stubGlobal('XMLHttpRequest', Answered)
  onTestFinished(() => void vi.unstubAllGlobals())
  return sent
}

describe('an import that is looked over (decision 24)', () => {
  it('shows problems first, then each tile’s rows, and names the rows left out at the end', async () => {
    await renderApp(address, { api: answers({}) })
    await expect.element(tile(/^Errors ?90 ?\$120\.50$/)).toHaveAttribute('aria-pressed', 'true')
    await expect.element(page.getByRole('heading', { name: 'Rows with problems' })).toBeVisible()
    await expect.element(text('Line 1,004, commission_amount')).toBeVisible()
    expect(text('Line 1,005, commission_amount').elements()).toEqual([])
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.element(text('Line 1,008, commission_amount')).toBeVisible()
    await expect.element(text('and 81 more')).toBeVisible()
    await expect.element(text('90 rows with problems are left out.')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Import the other 99,910 rows' })).toBeVisible()
    // The difference to the report's own total, to the cent.
    await expect.element(text(/^The report’s own total is \$10\.00 more than its rows\./)).toBeVisible()
    await expect.element(page.getByRole('cell', { name: '+$204,139.25' })).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
    await tile(/^Changed ?1,500 ?\$8,000\.00$/).click()
    await expect.element(text('Line 14')).toBeVisible()
    expect(text(/^This is no amount/).elements()).toEqual([])
    await expect.element(text('and 1,495 more')).toBeVisible()
    await tile(/^Withdrawn ?12 ?−\$49\.00$/).click()
    await expect.element(page.getByRole('heading', { name: 'Rows: withdrawn' })).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: '@ana' }))
      .toHaveAttribute('href', '/admin/orders?q=%40ana')
    await expect.element(text('3 other creators')).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
  })

  it('is looked over and imported by keyboard alone', async () => {
    await page.viewport(1280, 800)
    const merge = 'POST /api/v1/admin/imports/:id/merge'
    const { sent } = await renderApp(address, { api: answers({}, { [merge]: () => staged }) })
    const more = page.getByRole('button', { name: 'Show more' })
    await expect.element(more).toBeVisible()
    await pressAt(more)
    await expect.element(text('Line 1,008, commission_amount')).toBeVisible()
    await expect.poll(() => document.activeElement).not.toBe(document.body)
    for (const name of [/^New/, /^Changed/, /^Withdrawn/]) {
      ;(tile(/^Errors/).element() as HTMLElement).focus()
      await pressAt(tile(name))
      await expect.element(tile(name)).toHaveAttribute('aria-pressed', 'true')
      await expect.element(tile(name)).toHaveFocus()
    }
    await expect.element(page.getByRole('heading', { name: 'Rows: withdrawn' })).toBeVisible()
    await pressAt(page.getByRole('button', { name: 'Import the other 99,910 rows' }))
    await expect.poll(() => sent(merge)).toHaveLength(1)
  })

  it('is imported with one press where there is no problem', async () => {
    const merge = 'POST /api/v1/admin/imports/:id/merge'
    const nothing = tallyOf({ unchanged: [4, 8, 0] })
    const { sent } = await renderApp(address, {
      api: answers(
        {
          total: 4,
          failed: 0,
          combined: 0,
          tally: nothing,
          reported: { rows: 8, left_out: 0, left_out_unread: 0, statement: 8 },
          preview: {
            ...preview,
            new_orders: 0,
            changed: 0,
            withdrawn: 0,
            creators: [],
            other_creators: null,
          },
        },
        {
          [merge]: () =>
            Promise.reject(refused('conflict', '“a.csv” is being read now.', { import_id: idOf(5, 2) })),
        },
      ),
    })
    await expect.element(tile(/^Unchanged ?4/)).toBeVisible()
    expect(tile(/^New/).elements()).toEqual([])
    await expect.element(text('Its rows come to the report’s own total.')).toBeVisible()
    expect(page.getByRole('heading', { name: 'By creator' }).elements()).toEqual([])
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await expect.poll(() => sent(merge)).toHaveLength(1)
    // A refusal stays visible, with a link to the import in the way.
    await expect
      .element(page.getByRole('link', { name: 'See that import' }))
      .toHaveAttribute('href', `/admin/imports/${idOf(5, 2)}`)
    expect(await flawsInEveryLook()).toEqual({})
  })

  it('names the step it waits for, with a link', async () => {
    await renderApp(address, {
      api: answers({
        run: { ...run, state: 'waiting', finished_at: null },
        in_the_way: { kind: 'merge', import_id: idOf(5, 2), file_name: 'october.csv' },
      }),
    })
    await expect
      .element(page.getByRole('link', { name: 'october.csv' }))
      .toHaveAttribute('href', `/admin/imports/${idOf(5, 2)}`)
    expect(await flawsOf()).toEqual([])
  })

  it('names the import it repeats', async () => {
    await renderApp(address, {
      api: answers({
        state: 'repeated',
        preview: null,
        tally: null,
        reported: null,
        repeats_id: idOf(5, 2),
        in_the_way: { kind: 'same_file', import_id: idOf(5, 2), file_name: 'october.csv' },
      }),
    })
    await expect.element(text(/imported before, as “october\.csv”\. Nothing has changed\./)).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'See that import' })).toBeVisible()
  })
})

describe('a file that failed or repeats another (docs/product/admin.md#import-step)', () => {
  const failed: Partial<Import> = { error: { code: 'no_rows', message: 'It has no rows.' } }
  const other = { kind: 'same_file' as const, import_id: idOf(5, 2), file_name: 'october.csv' }

  it.each<['failed' | 'repeated', Partial<Import>, RegExp]>([
    ['failed', failed, /It has no rows\./],
    ['repeated', { repeats_id: other.import_id, in_the_way: other }, /imported before, as “october\.csv”/],
  ])('is given back to the form with its options: %s', async (state, more, why) => {
    const batch = { ...staged, ...more, state, preview: null, tally: null, reported: null }
    const inList = { ...listed, state, error: batch.error, repeats_id: batch.repeats_id }
    const sent = answerUpload(batch)
    const { answer } = await renderApp('/admin', {
      api: answers(batch, { 'GET /api/v1/admin/imports': () => onePage([]) }),
    })
    await expect.element(button('Choose a file')).toBeVisible()
    await text('Options').click()
    await field('Marketplace').selectOptions('uk')
    const file = new File(['order_item_id\n'], 'november.csv', { type: 'text/csv' })
    chooseFile(file)
    await expect.element(text('november.csv')).toBeVisible()
    answer({ 'GET /api/v1/admin/imports': () => onePage([inList]) })
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await expect.element(text(why)).toBeVisible()
    await expect.element(button('Remove')).toBeVisible()
    await expect.element(field('Marketplace')).toHaveValue('uk')
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await expect.poll(() => sent.map(({ name }) => name)).toEqual(['november.csv', 'november.csv'])
  })
})

describe('undoing an import (docs/product/reports.md#undoing)', () => {
  const effect = {
    orders: 61_206,
    commission: -204_108.25,
    creators: [
      { ...creators[0], commission: -204_120.5 },
      { ...creators[1], commission: 12.25 },
    ] as NonNullable<Import['undone_effect']>['creators'],
    other_creators: null,
    is_at_most: true,
  }
  const merged = { state: 'merged' as const, merged_at: at, preview: null }

  it('shows dollars and creators before', async () => {
    await renderApp(address, {
      api: answers(merged, { 'GET /api/v1/admin/imports/:id/undoing': () => effect }),
    })
    await page.getByRole('button', { name: 'Undo this import' }).click()
    await expect.element(text('This changes 61,206 orders, −$204,108.25 of commission.')).toBeVisible()
    await expect.element(text(/^At most/)).toBeVisible()
    await expect.element(text('+$12.25')).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
  })

  it('and after', async () => {
    const undone = { at, by: 'ana', reason: 'It was the wrong file.' }
    await renderApp(address, {
      api: answers({ ...merged, undone, undone_effect: { ...effect, is_at_most: false } }),
    })
    await expect.element(text('61,206 orders, −$204,108.25 of commission')).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'Whose it was' })).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
  })
})

describe('the list of imports (docs/product/admin.md#imports)', () => {
  it('folds discarded previews away', async () => {
    const { sent } = await renderApp('/admin/imports', {
      api: answers(
        {},
        {
          'GET /api/v1/admin/paying-dates': () => ({ items: [], change: null }),
          'GET /api/v1/admin/imports': ({ query }) =>
            onePage(
              `${query?.discarded}` === 'true'
                ? [{ ...listed, state: 'discarded' as const, file_name: 'given-up.csv' }]
                : [{ ...listed, state: 'merged' as const, file_name: 'november.csv' }],
            ),
        },
      ),
    })
    const list = 'GET /api/v1/admin/imports'
    await expect.element(text('november.csv')).toBeVisible()
    expect(sent(list)).toHaveLength(1)
    await text('Discarded previews').click()
    await expect.element(text('given-up.csv')).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
  })
})
