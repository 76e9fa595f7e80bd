import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { addressOf, renderApp } from '../../testing/app.tsx'
import { type Answers, refused } from '../../testing/fake-api.ts'
import { flawsOf } from '../../testing/flaws.ts'
import { onePage, ownCard, ownCategories } from '../../testing/samples.ts'

const cards = page.getByRole('article')
const titles = () =>
  cards
    .getByRole('heading')
    .elements()
    .map(({ textContent }) => textContent)
const heightOfFirst = () => cards.first().element().getBoundingClientRect().height
const view = (name: string) => page.getByRole('button', { name })
const arrivesAt = (address: string) => expect.poll(addressOf).toBe(address)
const mine = 'GET /api/v1/me/products'

describe('/category/{categorySlug} (docs/product/my-folio.md#category)', () => {
  it('shows its products, their number and their marks in the chosen view', async () => {
    const shown = [ownCard('Kettle', 1), ownCard('Mug', 2), ownCard('A sample', 3, { needs_details: true })]
    const api: Answers = {
      'GET /api/v1/me/categories': () => ownCategories({ counts: { Kitchen: 3 } }),
      [mine]: () => onePage(shown),
    }
    const first = await renderApp('/category/kitchen', { api })
    await expect.element(cards.first()).toBeVisible()
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Kitchen')
    await expect.element(page.getByText('3 items')).toBeVisible()
    expect(first.sent(mine)[0]?.input.query).toEqual({ category: 'kitchen' })
    expect(titles()).toEqual(['Kettle', 'Mug', 'A sample'])
    const marked = page.getByRole('listitem').filter({ hasText: 'Needs details' })
    expect(
      marked
        .getByRole('heading')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['A sample'])
    expect(await flawsOf()).toEqual([])
    // Test files of a run share a page, and the remembered view.
    await view('Grid View').click()
    const gridHeight = heightOfFirst()
    await view('List View').click()
    expect(heightOfFirst()).toBeLessThan(gridHeight / 2)
    expect(titles()).toHaveLength(3)
    await first.unmount()

    await renderApp('/category/kitchen', { api })
    await expect.element(cards.first()).toBeVisible()
    await expect.element(view('List View')).toHaveAttribute('aria-pressed', 'true')
    await view('Full Card View').click()
    expect(heightOfFirst()).toBeGreaterThan(gridHeight)
    await page.getByRole('banner').getByRole('link', { name: 'Back' }).click()
    await arrivesAt('/my-folio')
  })

  it('lets its products be chosen and deleted, and Undo brings them back', async () => {
    const all = Array.from({ length: 5 }, (_, n) => ownCard(`Thing ${n + 1}`, n))
    const { sent } = await renderApp('/category/kitchen', {
      api: {
        'GET /api/v1/me/categories': () => ownCategories({ counts: { Kitchen: 5 } }),
        [mine]: () => onePage(all),
      },
    })
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    const box = (n: number) => page.getByRole('checkbox', { name: `Select Thing ${n}`, exact: true })
    await box(2).click({ force: true })
    box(4).element().focus()
    await userEvent.keyboard('{Shift>} {/Shift}')
    await expect.element(page.getByText('3 of 5 selected')).toBeInTheDocument()
    expect(await flawsOf()).toEqual([])
    // By mouse as well, and what becomes of the pressed one becomes of all.
    await box(3).click({ force: true, modifiers: ['Shift'] })
    await expect.element(page.getByText('1 of 5 selected')).toBeInTheDocument()
    await box(4).click({ force: true, modifiers: ['Shift'] })
    await expect.element(page.getByText('3 of 5 selected')).toBeInTheDocument()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect.element(page.getByText('3 items removed')).toBeVisible()
    await page.getByRole('button', { name: 'Done' }).click()
    await expect.element(page.getByText('2 items', { exact: true })).toBeVisible()
    await expect.poll(titles).toEqual(['Thing 1', 'Thing 5'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(titles).toHaveLength(5)
    expect(sent('POST /api/v1/me/products/delete')).toEqual([])
  })

  it('says that it is empty, and redirects where there is no such category', async () => {
    const { router } = await renderApp('/category/toys')
    await expect.element(page.getByRole('heading', { name: 'No items in Toys' })).toBeVisible()
    await expect.element(page.getByText('0 items')).toBeVisible()
    const opens = (path: string) => expect.poll(() => router.state.resolvedLocation?.pathname).toBe(path)
    router.history.push('/feed')
    await opens('/feed')
    for (const slug of ['nonsense', '2026', 'Kitchen']) {
      router.history.push(`/category/${slug}`)
      await opens('/my-folio')
      router.history.back()
      await opens('/feed')
    }
  })

  it('keeps the shown products when only the next page fails', async () => {
    const all = Array.from({ length: 41 }, (_, n) => ownCard(`Thing ${n + 1}`, n))
    const { answer } = await renderApp('/category/books', {
      api: {
        [mine]: ({ query }) => {
          if (query.cursor) throw refused('internal_error')
          return { items: all.slice(0, 40), next_cursor: '40' }
        },
      },
    })
    await expect.element(cards.first()).toBeVisible()
    window.scrollTo(0, document.body.scrollHeight)
    await expect.element(page.getByRole('alert').getByText('Failed to load products')).toBeInTheDocument()
    const card = (title: string) => page.getByRole('heading', { name: title, exact: true })
    await expect.element(card('Thing 40')).toBeInTheDocument()
    answer({ [mine]: () => onePage(all.slice(40)) } as Answers)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(card('Thing 41')).toBeInTheDocument()
  })
})
