import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { offline, refused } from '../testing/fake-api.ts'
import { fitsItsWidth, flawsInEveryLook } from '../testing/flaws.ts'
import { renderScreen, type ScreenOptions } from '../testing/screen.tsx'
import { ListPage } from './list-page.tsx'
import { ListNotFound } from './list-states.tsx'
import { listCard, listItem, listWith } from './testing/lists.ts'

const link = (name: string) => page.getByRole('link', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { name })

const visited = (list = listWith([1, 2, 3].map((n) => listItem(n))), options: ScreenOptions = {}) =>
  renderScreen(<ListPage list={list} others={[]} />, {
    session: null,
    route: `/ana-lopez/${list.slug}`,
    ...options,
  })

/** A row's parts, as far as they are of this test. */
const rows = () =>
  page
    .getByRole('listitem')
    .elements()
    .map((row) => row.querySelector('h3')?.textContent)

describe('a public list (docs/product/lists-screens.md#a-list)', () => {
  it('has its things in their order, each leading to its page by the list’s own link', async () => {
    const theo = { first_name: 'Theo', username: 'theo', avatar_url: null }
    const found = listItem(2, { is_own: false, line: 'One, not two.' })
    found.product.profiles = theo
    await visited(listWith([listItem(1), found, listItem(3)], { words: 'What stayed.' }))
    expect(rows()).toEqual(['1. Mug 1', '2. Mug 2', '3. Mug 3'])
    await expect.element(page.getByText('A list of 3 things, in Ana’s order')).toBeVisible()
    await expect.element(page.getByText('What stayed.')).toBeVisible()
    await expect.element(page.getByText('One, not two.')).toBeVisible()
    await expect.element(page.getByText('Found by @theo')).toBeVisible()
    await expect.element(link('Mug 2')).toHaveAttribute('href', '/l/desk-2')
    await expect.element(link('@theo')).toHaveAttribute('href', '/theo')
    await expect
      .element(
        page.getByText(
          'As an Amazon Associate I earn from qualifying purchases. What others found stays credited to them.',
        ),
      )
      .toBeVisible()
  })

  it('loads the things after the first forty as the reader comes near', async () => {
    const first = Array.from({ length: 40 }, (_, n) => listItem(n + 1))
    const list = listWith(first, { items_count: 41, items: { items: first, next_cursor: 'more' } })
    await visited(list, {
      api: { 'GET /api/v1/lists/:username/:slug': () => listWith([listItem(41)]) },
    })
    window.scrollTo(0, document.body.scrollHeight)
    await expect.element(link('Mug 41')).toBeInTheDocument()
    expect(rows()).toHaveLength(41)
  })

  it('names three other lists of the person', async () => {
    const others = ['One', 'Two', 'Three', 'Four'].map((title, n) => listCard(title, n + 2))
    await renderScreen(<ListPage list={listWith([listItem(1)])} others={others} />, { session: null })
    await expect.element(heading('More lists from Ana')).toBeVisible()
    await expect.element(link('Three')).toHaveAttribute('href', '/ana-lopez/three')
    await expect.element(link('Four')).not.toBeInTheDocument()
    await expect.element(link('All 5')).toHaveAttribute('href', '/ana-lopez')
  })

  it('can be reported, with a reason', async () => {
    const list = listWith([listItem(1)])
    const { sent } = await visited(list, {
      api: { 'POST /api/v1/reports': () => Promise.reject(refused('validation_failed')) },
    })
    await page.getByRole('button', { name: 'Report' }).click()
    await expect.element(heading('Report this list')).toBeVisible()
    await page.getByText('It is spam').click()
    await page.getByRole('button', { name: 'Send report' }).click()
    await expect.poll(() => sent('POST /api/v1/reports').length).toBe(1)
    expect(sent('POST /api/v1/reports')[0]?.input.body).toMatchObject({ list_id: list.id, reason: 'spam' })
  })

  it('fits 320 pixels whatever its words', async () => {
    await page.viewport(320, 640)
    const long = listItem(1, { line: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(5).slice(0, 200) })
    long.product.title = `Noise Cancelling ${'Over-Ear-'.repeat(30)}`
    await visited(listWith([long], { title: 'Donaudampfschifffahrtsgesellschaftskapitän '.repeat(2).trim() }))
    expect(fitsItsWidth()).toBe(true)
  })

  it('has no flaws that axe finds', async () => {
    await visited(listWith([listItem(1, { line: 'Mine.' }), listItem(2, { is_own: false })]))
    expect(await flawsInEveryLook()).toEqual({})
  })

  it('that is not there names its person', async () => {
    const data = { id: '0193a000-0000-7000-8000-00000000000c', first_name: 'Ana', username: 'ana', slug: 'x' }
    await renderScreen(<ListNotFound data={data as never} />, { session: null })
    await expect.element(heading('List not found')).toBeVisible()
    await expect.element(link('More from Ana')).toHaveAttribute('href', '/ana')
  })

  it('of a long list that cannot be loaded says so', async () => {
    const list = listWith([listItem(1)])
    await visited(
      { ...list, items: { ...list.items, next_cursor: 'more' } },
      { api: { 'GET /api/v1/lists/:username/:slug': () => Promise.reject(offline()) } },
    )
    await expect.element(page.getByText('Failed to load products')).toBeVisible()
  })
})

/** The smallest picture. */
const dot = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

const look = () =>
  listWith(
    [
      listItem(1, { point: { x: 2_500, y: 4_000 } }),
      listItem(2, { point: { x: 7_000, y: 1_000 }, is_own: false }),
      listItem(3),
    ],
    { title: 'The desk, this autumn', is_look: true, cover_url: dot },
  )

const point = (name: string) => page.getByRole('button', { name, exact: true })
const card = (name: string) => page.getByRole('group', { name, exact: true })

describe('a look (docs/product/lists-screens.md#looks)', () => {
  it('shows the card of the point that is pressed, and the same number at its row', async () => {
    await page.viewport(1280, 800)
    await visited(look())
    await expect.element(page.getByText('Shop this photo')).toBeVisible()
    await point('2: Mug 2').click()
    await expect.element(point('2: Mug 2')).toHaveAttribute('aria-expanded', 'true')
    const shown = card('2: Mug 2')
    await expect.element(shown.getByRole('link', { name: 'View Mug 2' })).toHaveAttribute('href', '/l/desk-2')
    expect(document.querySelector('li [data-chosen]')?.textContent).toBe('2')
    await expect.element(card('1: Mug 1')).not.toBeInTheDocument()
  })

  it('is used with keys: Space opens a card, Tab leads into it, Escape back to its point', async () => {
    await page.viewport(1280, 800)
    await visited(look())
    ;(point('1: Mug 1').element() as SVGElement).focus()
    await userEvent.keyboard(' ')
    await expect.element(card('1: Mug 1')).toBeVisible()
    await userEvent.keyboard('{Tab}{Tab}')
    await expect.element(card('1: Mug 1').getByRole('link')).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(card('1: Mug 1')).not.toBeInTheDocument()
    await expect.element(point('1: Mug 1')).toHaveFocus()
  })

  it('keeps its points at their places of the photo at every size', async () => {
    await visited(look())
    for (const width of [390, 1280]) {
      await page.viewport(width, 844)
      const photo = document.querySelector('figure span')?.getBoundingClientRect()
      const mark = point('1: Mug 1').element().querySelector('circle')?.getBoundingClientRect()
      if (!photo || !mark) throw new Error('no photo')
      const part = (at: number, from: number, whole: number) => Math.round(((at - from) / whole) * 100)
      expect(part(mark.left + mark.width / 2, photo.left, photo.width)).toBe(25)
      expect(part(mark.top + mark.height / 2, photo.top, photo.height)).toBe(40)
      expect(Math.round(photo.height / photo.width / 0.0125)).toBe(100)
    }
  })

  it('has targets of 44 pixels, and no flaws that axe finds', async () => {
    await visited(look())
    const { width, height } = point('1: Mug 1').element().getBoundingClientRect()
    expect([width >= 44, height >= 44]).toEqual([true, true])
    expect(await flawsInEveryLook()).toEqual({})
  })
})
