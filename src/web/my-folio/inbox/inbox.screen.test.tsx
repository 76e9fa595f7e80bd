import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderApp } from '../../testing/app.tsx'
import { type Answers, offline } from '../../testing/fake-api.ts'
import { flawsOf } from '../../testing/flaws.ts'
import { ownCard, ownCategories } from '../../testing/samples.ts'

const list = page.getByRole('list', { name: 'Products' })
const rows = list.getByRole('listitem')
const selectAll = page.getByRole('checkbox', { name: 'Select all' })
const item = (title: string) => page.getByRole('checkbox', { name: `Select ${title}`, exact: true })
const category = page.getByRole('combobox', { name: 'Category' })
const move = page.getByRole('button', { name: 'Move', exact: true })
const titles = () =>
  list
    .getByRole('link')
    .elements()
    .map((link) => link.textContent)

/** Whether the focused element is not hidden behind a bar. */
function isInSight(): boolean {
  const { left, top, width, height } = document.activeElement?.getBoundingClientRect() ?? new DOMRect()
  const seen = document.elementFromPoint(left + width / 2, top + height / 2)
  return Boolean(seen?.closest('li')?.contains(document.activeElement))
}

const pageSize = 40

/** A server whose Inbox has items with these titles, newest first, which can be moved. */
function inboxOf(names: string[]) {
  const items = names.map((name, n) => ownCard(name, n))
  const home = new Set<string>()
  const left = () => items.filter(({ id }) => !home.has(id))
  const api: Answers = {
    'GET /api/v1/me/categories': () =>
      ownCategories({ inbox: left().length, counts: { Home: items.length - left().length } }),
    'GET /api/v1/me/products': ({ query }) => {
      const from = Number(query.cursor ?? 0)
      const to = from + pageSize
      return { items: left().slice(from, to), next_cursor: to < left().length ? String(to) : null }
    },
    'GET /api/v1/me/inbox/ids': () => ({ ids: left().map(({ id }) => id) }),
    'POST /api/v1/me/inbox/assign': ({ body: { product_ids } }) => {
      for (const id of product_ids) home.add(id)
      return { moved: product_ids.length, product_ids }
    },
    'POST /api/v1/me/products/delete': ({ body: { product_ids } }) => {
      for (const id of product_ids) home.add(id)
      return { deleted: product_ids.length, product_ids }
    },
    'POST /api/v1/me/inbox/return': ({ body: { product_ids } }) => {
      for (const id of product_ids) home.delete(id)
      return { moved: product_ids.length }
    },
  }
  return { api, moved: () => items.filter(({ id }) => home.has(id)).map(({ title }) => title) }
}

const assign = 'POST /api/v1/me/inbox/assign'
const remove = 'POST /api/v1/me/products/delete'

describe('/inbox (docs/product/my-folio.md#inbox)', () => {
  it('moves the chosen items once a category is chosen, and undoes it', async () => {
    const { api, moved } = inboxOf(['Vase', 'Plant', 'Mug', 'Lamp'])
    const { sent } = await renderApp('/inbox', { api })
    await expect.element(rows.first()).toBeVisible()
    expect(titles()).toEqual(['Vase', 'Plant', 'Mug', 'Lamp'])
    await expect.element(move).not.toBeInTheDocument()
    const listTop = () => rows.first().element().getBoundingClientRect().top
    const top = listTop()
    item('Mug').element().focus()
    await userEvent.keyboard(' ')
    await rows.filter({ hasText: 'Plant' }).click({ position: { x: 300, y: 60 } })
    await expect.element(page.getByRole('status').getByText('2 of 4 selected')).toBeVisible()
    expect(listTop()).toBe(top)
    await expect.element(move).toHaveAttribute('aria-disabled', 'true')
    await move.click({ force: true })
    await category.selectOptions('Home')
    expect((selectAll.element() as HTMLInputElement).indeterminate).toBe(true)
    expect(sent(assign)).toEqual([])
    expect(await flawsOf()).toEqual([])

    await move.click()
    await expect.element(page.getByText('Moved 2 items to category')).toBeVisible()
    expect(sent(assign)).toHaveLength(1)
    expect(titles()).toEqual(['Vase', 'Lamp'])
    await expect.element(page.getByText('0 of 2 selected')).toBeVisible()
    expect(moved()).toEqual(['Plant', 'Mug'])
    await expect.element(selectAll).toHaveFocus()
    await expect.element(move).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.element(page.getByText('Moved 2 items back to the Inbox')).toBeVisible()
    await expect.poll(titles).toHaveLength(4)
    expect(moved()).toEqual([])

    await item('Lamp').click({ force: true })
    await move.click()
    await expect.element(page.getByText('Moved 1 item to category')).toBeVisible()
    await selectAll.click()
    await expect.element(page.getByText('3 of 3 selected')).toBeVisible()
    await move.click()
    await expect.element(page.getByRole('heading', { name: 'Inbox is empty' })).toBeVisible()
    await expect.element(page.getByRole('main')).toHaveFocus()
    expect(moved()).toEqual(['Vase', 'Plant', 'Mug', 'Lamp'])
  })

  it('shows on a phone which category is to be chosen', async () => {
    await page.viewport(390, 844)
    await renderApp('/inbox', { api: inboxOf(['Vase']).api })
    await item('Vase').click({ force: true })
    await expect.element(category).toBeVisible()
    const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(category.element())
    const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
    pen.font = font
    const room =
      category.element().clientWidth -
      Number.parseFloat(paddingInlineStart) -
      Number.parseFloat(paddingInlineEnd)
    expect(room).toBeGreaterThan(pen.measureText('Category').width)
  })

  it('keeps the date of a price, shown on hover, inside of the list', async () => {
    await page.viewport(390, 844)
    const { api } = inboxOf(['Vase'])
    const vase = { ...ownCard('Vase', 0), price_usd: 32, price_as_of: new Date().toISOString() }
    const priced = { ...api, 'GET /api/v1/me/products': () => ({ items: [vase], next_cursor: null }) }
    await renderApp('/inbox', { api: priced })
    await expect.element(rows.first().getByText('$32')).toBeVisible()
    expect(list.element().scrollWidth).toBe(list.element().clientWidth)
  })

  it('chooses a range with Shift, by mouse and by keyboard', async () => {
    const { api } = inboxOf(['One', 'Two', 'Three', 'Four', 'Five', 'Six'])
    await renderApp('/inbox', { api })
    const isChosen = () =>
      rows
        .getByRole('checkbox')
        .elements()
        .map((box) => ((box as HTMLInputElement).checked ? 'x' : '-'))
        .join('')
    await rows.nth(1).click({ position: { x: 300, y: 60 } })
    await rows.nth(3).click({ position: { x: 300, y: 60 }, modifiers: ['Shift'] })
    await expect.poll(isChosen).toBe('-xxx--')
    expect(window.getSelection()?.toString()).toBe('')
    item('Six').element().focus()
    await userEvent.keyboard('{Shift>} {/Shift}')
    await expect.poll(isChosen).toBe('-xxxxx')
    // All items of the range get the state of the pressed one.
    await rows.nth(2).click({ position: { x: 300, y: 60 }, modifiers: ['Shift'] })
    await expect.poll(isChosen).toBe('-x----')
    await expect.element(page.getByText('1 of 6 selected')).toBeVisible()
  })

  describe('deletes the chosen items (docs/product/my-folio.md#deleting-several)', () => {
    const bar = page.getByRole('region', { name: 'Selected items' })
    const undo = page.getByRole('button', { name: 'Undo', exact: true })
    const dismiss = page.getByRole('button', { name: 'Dismiss' })

    /** Opens the Inbox and deletes items of it; the deletion is sent when the toast is dismissed. */
    async function removing(names: string[], ...chosen: string[]) {
      const inbox = inboxOf(names)
      const screen = await renderApp('/inbox', inbox)
      for (const name of chosen) await item(name).click({ force: true })
      await bar.getByRole('button', { name: 'Delete' }).click()
      const dialog = page.getByRole('alertdialog', { name: /^Delete/ })
      await expect.element(dialog).toBeVisible()
      return { ...screen, confirm: dialog.getByRole('button', { name: 'Delete' }) }
    }

    it('after asking, with ten seconds to undo it; nothing is sent before that', async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
      onTestFinished(() => void vi.useRealTimers())
      const { confirm, sent } = await removing(['Vase', 'Plant', 'Mug'], 'Vase', 'Mug')
      await expect.element(page.getByRole('alertdialog', { name: 'Delete 2 items?' })).toBeVisible()
      expect(await flawsOf()).toEqual([])
      await confirm.click()
      await expect.element(page.getByText('2 items removed')).toBeVisible()
      expect(titles()).toEqual(['Plant'])
      await expect.element(selectAll).toHaveFocus()
      await expect.element(page.getByText('0 of 1 selected')).toBeVisible()
      expect(await flawsOf()).toEqual([])
      await undo.click()
      await expect.element(page.getByText('2 items put back')).toBeVisible()
      expect(titles()).toEqual(['Vase', 'Plant', 'Mug'])
      expect(sent(remove)).toEqual([])

      await item('Plant').click({ force: true })
      await bar.getByRole('button', { name: 'Delete' }).click()
      await confirm.click()
      await expect.element(page.getByText('1 item removed')).toBeVisible()
      // The countdown stops while the toast has the focus.
      undo.element().focus()
      await expect.element(undo).toHaveFocus()
      await vi.advanceTimersByTimeAsync(30_000)
      expect(sent(remove)).toEqual([])
      selectAll.element().focus()
      for (let second = 0; second < 11; second += 1) await vi.advanceTimersByTimeAsync(1_000)
      await expect.poll(() => sent(remove)).toHaveLength(1)
      await expect.element(undo).not.toBeInTheDocument()
      expect(titles()).toEqual(['Vase', 'Mug'])
    })

    it('at once when the toast is dismissed, the page is left or closed', async () => {
      const { confirm, sent, router } = await removing(['Vase', 'Plant', 'Mug'], 'Vase')
      await confirm.click()
      await dismiss.click()
      await expect.poll(() => sent(remove)).toHaveLength(1)
      await expect.poll(titles).toEqual(['Plant', 'Mug'])

      await item('Plant').click({ force: true })
      await bar.getByRole('button', { name: 'Delete' }).click()
      await confirm.click()
      await expect.element(undo).toBeVisible()
      window.dispatchEvent(new Event('pagehide'))
      await expect.poll(() => sent(remove)).toHaveLength(2)

      await item('Mug').click({ force: true })
      await bar.getByRole('button', { name: 'Delete' }).click()
      await confirm.click()
      await expect.poll(titles).toEqual([])
      await router.navigate({ to: '/my-folio' })
      await expect.poll(() => sent(remove)).toHaveLength(3)
    })

    it('and brings back items that could not be deleted, still chosen, with a message', async () => {
      const { answer, confirm } = await removing(['Vase', 'Plant'], 'Plant')
      answer({ [remove]: () => Promise.reject(offline()) } as Answers)
      await confirm.click()
      await expect.poll(titles).toEqual(['Vase'])
      await dismiss.click()
      await expect.element(page.getByText('1 item could not be deleted, and is back')).toBeVisible()
      await expect.element(page.getByText('You appear to be offline.', { exact: false })).toBeVisible()
      await expect.element(item('Plant')).toBeChecked()
    })
  })

  it('brings back items that could not be moved, still chosen', async () => {
    const { api, moved } = inboxOf(['Mug', 'Lamp'])
    const held = Promise.withResolvers<never>()
    const { answer } = await renderApp('/inbox', { api: { ...api, [assign]: () => held.promise } })
    await item('Lamp').click({ force: true })
    await category.selectOptions('Home')
    // A double press sends one call, and does not press what is below the bar.
    await move.dblClick()
    await expect.element(item('Lamp')).not.toBeInTheDocument()
    held.reject(offline())
    await expect.element(page.getByText('Failed to move items. Please try again.')).toBeVisible()
    await expect.element(item('Lamp')).toBeChecked()
    expect(moved()).toEqual([])
    answer({
      [assign]: api[assign],
      'POST /api/v1/me/inbox/return': () => Promise.reject(offline()),
    } as Answers)
    await move.click()
    await expect.element(page.getByText('Moved 1 item to category')).toBeVisible()

    await page.getByRole('button', { name: 'Undo' }).click()
    const again = page.getByRole('button', { name: 'Try again' })
    await expect.element(again).toBeVisible()
    answer(api)
    await again.click()
    await expect.element(item('Lamp')).toBeVisible()
  })

  it('selects all of a large Inbox, not only the loaded items', async () => {
    const { api, moved } = inboxOf(Array.from({ length: 3_000 }, (_, n) => `Thing ${n + 1}`))
    const { answer } = await renderApp('/inbox', {
      api: { ...api, 'GET /api/v1/me/inbox/ids': () => Promise.reject(offline()) },
    })
    await expect.element(page.getByText('0 of 3,000 selected')).toBeVisible()
    item('Thing 1').element().focus()
    for (let row = 1; row < 12; row++) {
      await userEvent.keyboard('{Tab}{Tab}')
      expect(isInSight(), `row ${row + 1}`).toBe(true)
    }
    await selectAll.click()
    await expect.element(page.getByText('Failed to load products')).toBeVisible()
    await expect.element(selectAll).not.toBeChecked()
    answer(api)
    await selectAll.click()
    await expect.element(page.getByText('3,000 of 3,000 selected')).toBeVisible()
    await item('Thing 2').click({ force: true })
    await expect.element(page.getByText('2,999 of 3,000 selected')).toBeVisible()
    expect(rows.elements().length).toBeLessThan(40)
    await category.selectOptions('Garden')
    await move.click()
    await expect.element(page.getByText('Moved 2,999 items to category')).toBeVisible()
    await expect.poll(titles).toEqual(['Thing 2'])
    expect(moved()).toHaveLength(2_999)
  })
})
