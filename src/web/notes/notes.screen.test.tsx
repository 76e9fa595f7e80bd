import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '../testing/app.tsx'
import { type Answers, refused } from '../testing/fake-api.ts'
import { flawsInEveryLook } from '../testing/flaws.ts'
import { idOf, onePage } from '../testing/samples.ts'
import type { OwnNote } from './letter.tsx'

const note: OwnNote = {
  ...{ id: idOf(9, 1), from: '2026-11-16', to: '2026-11-22', written_at: '2026-11-23T16:00:00Z' },
  headline: 'Your Gooseneck kettle had 41 visits, most from Instagram; two people bought.',
  on_its_way: '$3.20 is on its way.',
  visits: [3, 4, 2, 5, 7, 12, 8],
  figures: [
    { kind: 'followers', name: 'New followers', value: '3' },
    { kind: 'saved', name: `Saved “${'A desk setup'}”`, value: '12' },
    { kind: 'posted', name: 'Posted', value: '$3.36' },
    { kind: 'taken_back', name: 'Taken back: Canvas weekender tote, returned', value: '−$3.55' },
  ],
  to_do: {
    text: 'A title of yours is 190 characters long.',
    button: 'Shorten it',
    path: `/product/${idOf(3, 1)}`,
  },
  amounts: { on_its_way: 3.2, posted: 3.36, taken_back: -3.55 },
}
const quietOne: OwnNote = {
  ...{ ...note, id: idOf(9, 2), from: '2026-11-09', to: '2026-11-15', on_its_way: null, to_do: null },
  headline: 'One person began to follow you.',
  visits: [0, 0, 0, 0, 0, 0, 0],
  figures: [{ kind: 'followers', name: 'New follower', value: '1' }],
  amounts: { on_its_way: 0, posted: 0, taken_back: 0 },
}

const open = (notes: Answers['GET /api/v1/me/notes']) =>
  renderApp('/notes', {
    api: {
      'GET /api/v1/me/notes': notes,
      'GET /api/v1/me/news': () => ({ items: [], unread: 0, next_cursor: null }),
    },
  })
const shown = page.getByRole('article')

describe('the page of notes (docs/product/notes.md#the-page)', () => {
  it('shows the last week as a letter', async () => {
    await open(() => onePage([note]))
    await expect.element(shown.getByRole('heading', { name: note.headline })).toBeVisible()
    for (const text of ['Your week, Nov 16 to 22', '$3.20 is on its way.', 'Saturday: 12 visits', '−$3.55'])
      await expect.element(shown.getByText(text)).toBeInTheDocument()
    await expect
      .element(shown.getByRole('link', { name: 'Shorten it' }))
      .toHaveAttribute('href', `/product/${idOf(3, 1)}`)
    expect(page.getByText('Weeks before').elements()).toEqual([])
    expect(await flawsInEveryLook()).toEqual({})
  })

  it('opens the weeks before, and leaves out what there is none of', async () => {
    await open(() => onePage([note, quietOne]))
    await page.getByText('Nov 9 to 15').click()
    const before = page.getByRole('group').filter({ hasText: 'Nov 9 to 15' })
    await expect.element(before.getByText('New follower')).toBeVisible()
    expect(before.getByRole('list', { name: 'Visits by day' }).elements()).toEqual([])
    expect(await flawsInEveryLook()).toEqual({})
  })

  it('says so before there is any', async () => {
    await open(() => onePage([]))
    await expect.element(page.getByRole('heading', { name: 'No note yet' })).toBeVisible()
  })

  it('says that it cannot be loaded, and tries again', async () => {
    const { answer } = await open(() => Promise.reject(refused('internal_error')))
    await expect.element(page.getByText('Failed to load your week')).toBeVisible()
    answer({ 'GET /api/v1/me/notes': () => onePage([note]) })
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(shown).toBeVisible()
  })
})

it('notes stand in the navigation of wide screens alone', async () => {
  await open(() => onePage([note]))
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Notes' })
  expect(link.elements().filter((one) => one.checkVisibility())).toEqual([])
  await page.viewport(1280, 800)
  await expect.element(link).toBeVisible()
  await expect.element(link).toHaveAttribute('aria-current', 'page')
  await page.viewport(390, 844)
})
