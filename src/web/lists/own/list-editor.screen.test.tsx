import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { addressOf, renderApp } from '../../testing/app.tsx'
import { type Answers, refused } from '../../testing/fake-api.ts'
import { flawsInEveryLook } from '../../testing/flaws.ts'
import { ownItem, ownList, ownListWith } from '../testing/lists.ts'
import type { OwnListCard, OwnListItem } from './own-list-data.ts'

const button = (name: string | RegExp) => page.getByRole('button', { name })
const heading = (name: string) => page.getByRole('heading', { name })
/** The smallest picture. */
const dot = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

const three = () => [ownItem(1), ownItem(2), ownItem(3)]

/** The editor of one's own list, as the server would keep it. */
async function edited(first: OwnListItem[] = three(), rest: Partial<OwnListCard> = {}, more: Answers = {}) {
  let items = first
  let list = ownList('My desk setup', 1, { items_count: items.length, ...rest })
  const itemAt = (id: string) => items.find((item) => item.id === id) as OwnListItem
  const numbered = () => {
    items = items.map((item, index) => ({ ...item, number: index + 1 }))
  }
  const screen = await renderApp(`/my-folio/lists/${list.id}`, {
    api: {
      'GET /api/v1/me/lists': () => ({ items: [list] }),
      'GET /api/v1/me/lists/:id': () => ({ ...list, ...ownListWith(items, list), items_count: items.length }),
      'PATCH /api/v1/me/lists/:id': ({ body }) => {
        list = { ...list, ...(body as Partial<OwnListCard>), version: list.version + 1 }
        return list
      },
      'PATCH /api/v1/me/lists/:id/items/:item_id': ({ params, body }) => {
        const changed = { ...itemAt(params.item_id), ...(body as Partial<OwnListItem>) }
        items = items.map((item) => (item.id === changed.id ? changed : item))
        return changed
      },
      'GET /api/v1/me/lists/:id/figures': () => ({
        ...{ views: 1_204, presses: 57, orders: 3, earnings_usd: 12.5 },
        items: [{ item_id: ownItem(2).id, views: 800, presses: 1, orders: 1, earnings_usd: 4 }],
      }),
      'POST /api/v1/me/lists/:id/items/:item_id/move': ({ params, body }) => {
        const moved = itemAt(params.item_id)
        const others = items.filter((item) => item !== moved)
        const at = body.before ? others.findIndex(({ id }) => id === body.before) : others.length
        items = others.toSpliced(at, 0, moved)
        numbered()
        return undefined as never
      },
      'DELETE /api/v1/me/lists/:id/items/:item_id': ({ params }) => {
        items = items.filter(({ id }) => id !== params.item_id)
        numbered()
        return undefined as never
      },
      ...more,
    },
  })
  await expect.element(heading('In this')).toBeVisible()
  return { ...screen, listId: list.id }
}

const titles = () =>
  page
    .getByRole('listitem')
    .elements()
    .flatMap((row) => row.querySelector('h3')?.textContent ?? [])

beforeEach(() => localStorage.clear())

describe('editing a list (docs/product/lists-screens.md#editing)', () => {
  it('changes title and words, against the version that was read', async () => {
    const { sent } = await edited()
    const title = page.getByRole('textbox', { name: 'Title' })
    await title.fill('')
    await button('Save').click()
    await expect.element(page.getByText('Please enter a title.')).toBeVisible()
    await title.fill('My corner')
    await page.getByRole('textbox', { name: 'Words' }).fill('Three winters.')
    await button('Save').click()
    await expect.element(heading('My corner')).toBeInTheDocument()
    expect(sent('PATCH /api/v1/me/lists/:id')).toMatchObject([
      { input: { body: { title: 'My corner', words: 'Three winters.' } }, extras: { ifMatch: 1 } },
    ])
  })

  it('is ordered with the arrow keys, shown at once', async () => {
    const { sent } = await edited()
    ;(button(/^Move Mug 1/).element() as HTMLElement).focus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(titles).toEqual(['Mug 2', 'Mug 1', 'Mug 3'])
    expect(sent('POST /api/v1/me/lists/:id/items/:item_id/move')[0]?.input).toMatchObject({
      params: { item_id: ownItem(1).id },
      body: { before: ownItem(3).id },
    })
    await expect.element(button(/^Move Mug 1/)).toHaveFocus()
  })

  it('puts a thing behind those that are loaded, not at the end of a long list', async () => {
    const all = Array.from({ length: 42 }, (_, n) => ownItem(n + 1))
    const { sent } = await edited(
      all,
      {},
      {
        'GET /api/v1/me/lists/:id': ({ query }) => ({
          ...ownListWith(all),
          items: query.cursor
            ? { items: all.slice(3), next_cursor: null }
            : { items: all.slice(0, 3), next_cursor: 'more' },
        }),
        // The end of what is loaded is in view: it loads more by itself, later than here.
        'POST /api/v1/me/lists/:id/items/:item_id/move': () => undefined as never,
      },
    )
    ;(button(/^Move Mug 2,/).element() as HTMLElement).focus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(() => sent('POST /api/v1/me/lists/:id/items/:item_id/move').length).toBe(1)
    expect(sent('POST /api/v1/me/lists/:id/items/:item_id/move')[0]?.input.body.before).toBe(ownItem(4).id)
  })

  it('takes a thing out, and puts it back with Undo', async () => {
    const { sent, router } = await edited()
    await button('Take out Mug 2').click()
    await expect.poll(titles).toEqual(['Mug 1', 'Mug 3'])
    await button('Undo').click()
    await expect.poll(titles).toEqual(['Mug 1', 'Mug 2', 'Mug 3'])
    await button('Take out Mug 3').click()
    await expect.poll(titles).toEqual(['Mug 1', 'Mug 2'])
    expect(sent('DELETE /api/v1/me/lists/:id/items/:item_id')).toEqual([])
    await router.navigate({ to: '/my-folio/lists' })
    await expect.poll(() => sent('DELETE /api/v1/me/lists/:id/items/:item_id').length).toBe(1)
  })

  it('asks before a public list loses its third thing', async () => {
    await edited(three(), { is_public: true })
    await button('Take out Mug 2').click()
    await expect
      .element(page.getByText('With fewer than three things that others may see, the list becomes private.'))
      .toBeVisible()
    await button('Cancel').click()
    expect(titles()).toEqual(['Mug 1', 'Mug 2', 'Mug 3'])
  })

  it('saves a line when its field is left', async () => {
    const { sent } = await edited()
    await page.getByRole('textbox', { name: 'Your line about Mug 1' }).fill('Dims to the colour of toast.')
    await userEvent.tab()
    await expect.poll(() => sent('PATCH /api/v1/me/lists/:id/items/:item_id').length).toBe(1)
    expect(sent('PATCH /api/v1/me/lists/:id/items/:item_id')[0]?.input.body).toEqual({
      line: 'Dims to the colour of toast.',
    })
  })

  it('keeps the place of what is no longer shared, without its title', async () => {
    await edited([ownItem(1), ownItem(2, { product: null, no_longer_shared: true, is_shown: false })])
    expect(titles()).toEqual(['Mug 1', 'No longer shared'])
    await expect.element(page.getByText('Only you see that it was here')).toBeVisible()
  })

  it.each([
    ['too_few', 'It can be public once it has three things that others may see.'],
    ['unproven', 'It can be public once your email address is proven.'],
    ['tomorrow', 'One list a day becomes public for the first time. This one can tomorrow.'],
  ] as const)('says why it cannot be public yet: %s', async (may_be_public, reason) => {
    const { sent } = await edited(three(), { may_be_public })
    await expect.element(page.getByText(reason)).toBeVisible()
    await button('Make public').click({ force: true })
    expect(sent('PATCH /api/v1/me/lists/:id')).toEqual([])
  })

  it('becomes public and private', async () => {
    await edited()
    await expect.element(page.getByText('Only you see it.')).toBeVisible()
    await button('Make public').click()
    await expect.element(page.getByText('Public now')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'See it' })).toBeVisible()
    await button('Make private').click()
    await expect.element(page.getByText('Only you see it.')).toBeVisible()
  })

  it('says what it brought, and each thing of it', async () => {
    await edited(three(), { is_public: true })
    await expect.element(page.getByText('1,204')).toBeVisible()
    await expect.element(page.getByText('$12.50')).toBeVisible()
    await page.getByText('Each thing').click()
    await expect.element(page.getByText('800 views · 1 press · 1 order · $4.00')).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
  })

  it('says why it is hidden, and a failure in the server’s words', async () => {
    await edited(
      three(),
      { is_public: true, hidden: { reason: 'Other people’s pictures', since: '2026-11-20T12:00:00Z' } },
      {
        'PATCH /api/v1/me/lists/:id': () => Promise.reject(refused('version_mismatch', 'Changed meanwhile.')),
      },
    )
    await expect.element(page.getByText('Other people’s pictures')).toBeVisible()
    await button('Make private').click()
    await expect.element(page.getByText('Changed meanwhile.')).toBeVisible()
  })

  it('is deleted after a question', async () => {
    const { sent } = await edited(three(), {}, { 'DELETE /api/v1/me/lists/:id': () => undefined as never })
    await button('Delete').click()
    await expect
      .element(
        page.getByText(
          'Its products stay where they are, and its links lead to them. This cannot be undone.',
        ),
      )
      .toBeVisible()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect.poll(addressOf).toBe('/my-folio/lists')
    expect(sent('DELETE /api/v1/me/lists/:id')).toHaveLength(1)
  })

  it('has no flaws that axe finds', async () => {
    await edited([ownItem(1, { line: 'Mine.' }), ownItem(2, { product: null, no_longer_shared: true })])
    expect(await flawsInEveryLook()).toEqual({})
  })
})

describe('placing points (docs/product/lists-screens.md#points)', () => {
  const lookOf = (items: OwnListItem[]) => edited(items, { is_look: true, cover_url: dot })
  const point = (n: number) => button(new RegExp(`^Point ${n}: Mug ${n}`))
  const points = (sent: Awaited<ReturnType<typeof edited>>['sent']) =>
    sent('PATCH /api/v1/me/lists/:id/items/:item_id').map(({ input }) => input.body.point)

  it('puts a thing on the photo and moves it with the arrow keys', async () => {
    const { sent } = await lookOf(three())
    await button('Put on the photo').first().click()
    await expect.element(point(1)).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{Shift>}{ArrowUp}{/Shift}')
    await expect
      .poll(() => points(sent))
      .toEqual([
        { x: 5_000, y: 5_000 },
        { x: 5_200, y: 4_500 },
      ])
    await button('Take off the photo').click()
    await expect.element(point(1)).not.toBeInTheDocument()
    expect(points(sent).at(-1)).toBeNull()
  })

  it('moves it by dragging', async () => {
    const { sent } = await lookOf([ownItem(1, { point: { x: 5_000, y: 5_000 } }), ownItem(2), ownItem(3)])
    const mark = point(1).element()
    const photo = mark.parentElement?.getBoundingClientRect() as DOMRect
    const at = (x: number, y: number) => ({
      clientX: photo.left + photo.width * x,
      clientY: photo.top + photo.height * y,
    })
    const send = (type: string, place: object) =>
      mark.dispatchEvent(
        new PointerEvent(type, { bubbles: true, cancelable: true, buttons: 1, pointerId: 1, ...place }),
      )
    mark.setPointerCapture = () => {}
    send('pointerdown', at(0.5, 0.5))
    await expect.poll(() => mark.querySelector('[data-chosen]')).not.toBeNull()
    send('pointermove', at(0.25, 0.75))
    await expect.poll(() => (point(1).element() as HTMLElement).style.left).toBe('25%')
    send('pointerup', at(0.25, 0.75))
    await expect.poll(() => points(sent)).toEqual([{ x: 2_500, y: 7_500 }])
  })

  it('has twelve at most', async () => {
    const items = Array.from({ length: 13 }, (_, n) =>
      ownItem(n + 1, n < 12 ? { point: { x: n * 500, y: n * 500 } } : {}),
    )
    await lookOf(items)
    await expect.element(page.getByText('A photo has twelve points at most.')).toBeVisible()
  })
})

describe('my lists (docs/product/lists-screens.md#my-lists)', () => {
  it('are made by their title, and opened at once', async () => {
    const made = ownList('My desk setup', 1, { items_count: 0, shown_count: 0, may_be_public: 'too_few' })
    const { sent } = await renderApp('/my-folio/lists', {
      api: {
        'GET /api/v1/me/lists': () => ({ items: [] }),
        'POST /api/v1/me/lists': () => made,
        'GET /api/v1/me/lists/:id': () => ownListWith([], made),
      },
    })
    await expect.element(heading('No lists yet')).toBeVisible()
    await button('New list').click()
    await page.getByRole('textbox', { name: 'Title' }).fill('My desk setup')
    await button('Make the list').click()
    await expect.poll(addressOf).toBe(`/my-folio/lists/${made.id}`)
    await expect.element(heading('Nothing in it yet')).toBeVisible()
    expect(sent('POST /api/v1/me/lists')[0]?.input.body).toMatchObject({
      title: 'My desk setup',
      is_look: false,
    })
  })

  it('say who sees them; a look needs a photo', async () => {
    await renderApp('/my-folio/lists', {
      api: {
        'GET /api/v1/me/lists': () => ({
          items: [
            ownList('One', 1, { is_public: true }),
            ownList('Two', 2),
            ownList('Three', 3, { is_look: true, cover_url: dot, points: [{ x: 1, y: 1 }] }),
          ],
        }),
      },
    })
    await expect.element(page.getByRole('link', { name: 'Three' })).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
    await button('New look').click()
    await button('Make the look').click({ force: true })
    await expect.element(page.getByText('Please choose a photo.')).toBeVisible()
  })
})
