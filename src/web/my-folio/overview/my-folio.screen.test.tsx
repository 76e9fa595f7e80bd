import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '../../api/query-client.tsx'
import { addressOf, renderApp } from '../../testing/app.tsx'
import { type Answers, offline, refused } from '../../testing/fake-api.ts'
import { flawsOf } from '../../testing/flaws.ts'
import { onePage, ownCard, ownCategories } from '../../testing/samples.ts'

const grid = page.getByRole('list', { name: 'Categories' })
const texts = (part: { elements: () => Element[] }) => part.elements().map(({ textContent }) => textContent)
const titles = () => texts(page.getByRole('article').getByRole('heading'))
const arrivesAt = (address: string) => expect.poll(addressOf).toBe(address)

const mine = 'GET /api/v1/me/products'
const ownCategoriesCall = 'GET /api/v1/me/categories'

describe('/my-folio (docs/product/my-folio.md#overview)', () => {
  it('has 8 tiles: pinned categories, the Inbox where one is left, and empty ones', async () => {
    const counts = { Home: 1, Kitchen: 2 }
    const cards = ['Plant', 'Kettle', 'Mug', 'Lamp'].map((title, n) => ownCard(title, n))
    const api: Answers = {
      [ownCategoriesCall]: () => ownCategories({ counts, inbox: 1 }),
      [mine]: ({ query }) => onePage(query.category === 'inbox' ? cards.slice(0, 1) : cards),
    }
    const first = await renderApp('/my-folio', { api })
    await expect.element(page.getByRole('article').first()).toBeInTheDocument()
    await expect.element(page.getByText('Your organized product collection')).toBeInTheDocument()
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('My Folio')
    const tiles = grid.getByRole('listitem')
    expect(texts(tiles)).toEqual([
      'Fashion0 items',
      'Beauty0 items',
      'Home1 item',
      'Kitchen2 items',
      'Electronics0 items',
      'Fitness0 items',
      'Books0 items',
      'Kids0 items',
      'CommunitySee what others share',
    ])
    await expect.element(page.getByRole('link', { name: 'Organize 1 in the Inbox' })).toBeInTheDocument()
    await expect.element(page.getByRole('heading', { level: 2, name: 'All items (4)' })).toBeInTheDocument()
    expect(titles()).toEqual(['Plant', 'Kettle', 'Mug', 'Lamp'])
    await first.unmount()
    queryClient().clear()

    const unpinned = ['Fashion', 'Beauty', 'Kids']
    const { router } = await renderApp('/my-folio', {
      api: { ...api, [ownCategoriesCall]: () => ownCategories({ counts, inbox: 1, unpinned }) },
    })
    await expect
      .poll(() => texts(tiles).slice(4))
      .toEqual([
        'Books0 items',
        'Inbox1 item to organize',
        'Pin a category2 places left',
        'Pin a category2 places left',
        'CommunitySee what others share',
      ])
    expect(await flawsOf()).toEqual([])
    const ways = [
      [/^Home/, '/category/home'],
      [/^Inbox/, '/inbox'],
      [/^Pin a category/, '/categories/setup'],
      [/^Community/, '/feed'],
    ] as const
    for (const [name, address] of ways) {
      await grid.getByRole('link', { name }).first().click()
      await arrivesAt(address)
      router.history.back()
      await expect.element(grid).toBeInTheDocument()
    }
    await page.getByRole('link', { name: 'Filing Cabinet' }).click()
    await arrivesAt('/filing-cabinet')
  })

  it('shows the first items above the tiles until a category is in use or pinned', async () => {
    const cards = Array.from({ length: 15 }, (_, n) => ownCard(`Thing ${n + 1}`, n))
    const isItemsFirst = () => {
      const items = page.getByRole('heading', { name: /^All items/ }).element()
      return Boolean(items.compareDocumentPosition(grid.element()) & Node.DOCUMENT_POSITION_FOLLOWING)
    }
    const shows = async (held: () => ReturnType<typeof ownCategories>) => {
      const shown = await renderApp('/my-folio', {
        api: { [mine]: () => onePage(cards), [ownCategoriesCall]: held },
      })
      await expect.element(page.getByRole('article').first()).toBeInTheDocument()
      return shown
    }
    const first = await shows(() => ownCategories({ inbox: 15 }))
    expect(isItemsFirst()).toBe(true)
    await expect.element(page.getByRole('heading', { name: 'All items (15)' })).toBeVisible()
    // Only the cards near the window are rendered.
    const more = page.getByRole('link', { name: 'See all 15 in the Inbox' })
    more.element().scrollIntoView()
    await expect.poll(() => titles().at(-1)).toBe('Thing 12')
    expect(await flawsOf()).toEqual([])
    await more.click()
    await arrivesAt('/inbox')
    await first.unmount()
    for (const held of [
      { counts: { Home: 1 }, inbox: 14 },
      { inbox: 15, unpinned: ['Kids'] },
    ]) {
      queryClient().clear()
      const other = await shows(() => ownCategories(held))
      expect(isItemsFirst()).toBe(false)
      await other.unmount()
    }
  })

  it('says that it could not be loaded, not that it is empty, and tries again', async () => {
    const fails = () => Promise.reject(refused('internal_error'))
    const { answer } = await renderApp('/my-folio', { api: { [mine]: fails, [ownCategoriesCall]: fails } })
    await expect.element(page.getByRole('alert').getByText('Failed to load categories')).toBeVisible()
    expect(page.getByText(/^What do you tell/).elements()).toEqual([])
    answer({
      [ownCategoriesCall]: () => ownCategories({ counts: { Home: 1 } }),
      [mine]: () => onePage([ownCard('Lamp', 0)]),
    } as Answers)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(page.getByRole('heading', { name: 'Lamp' })).toBeVisible()
  })
})

describe('the search of own products (docs/product/my-folio.md#own-search)', () => {
  const toggle = page.getByRole('button', { name: 'Search', exact: true })
  const box = page.getByRole('combobox', { name: 'Search by product or tags' })
  const options = page.getByRole('option')
  const option = (name: RegExp) => page.getByRole('option', { name })

  it('finds products during typing, by keyboard alone', async () => {
    const kettle = ownCard('Gooseneck kettle', 9)
    const bowls = Array.from({ length: 8 }, (_, n) => ownCard(`Crème bowl ${8 - n}`, n))
    const found: Record<string, ReturnType<typeof ownCard>[]> = { creme: bowls, kettle: [kettle] }
    const { sent, router } = await renderApp('/my-folio', {
      api: { [mine]: ({ query }) => onePage(found[query.q ?? ''] ?? []) },
    })
    await expect.element(toggle).toBeVisible()
    toggle.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(box).toHaveFocus()
    await expect.element(box).toHaveAttribute('placeholder', 'Search by product or tags')
    const before = sent(mine).length
    // Faster than the search's delay.
    for (const letter of 'creme') document.execCommand('insertText', false, letter)
    await expect.element(option(/Crème bowl 8/)).toBeVisible()
    const asked = sent(mine).slice(before)
    expect(asked.map(({ input }) => input.query)).toEqual([{ q: 'creme', limit: 8 }])
    expect(options.elements()).toHaveLength(8)
    expect(await flawsOf()).toEqual([])
    await box.fill('nothing like it')
    await expect.element(page.getByText(/No items found/).first()).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(box).not.toBeInTheDocument()
    await expect.element(toggle).toHaveFocus()

    await userEvent.keyboard('{Enter}')
    await userEvent.keyboard('kettle')
    await expect.element(option(/Gooseneck kettle/)).toBeVisible()
    await userEvent.keyboard('{ArrowDown}')
    const active = box.element().getAttribute('aria-activedescendant')
    expect(option(/Gooseneck kettle/).element().id).toBe(active)
    await userEvent.keyboard('{Enter}')
    await arrivesAt(`/l/${kettle.short_link_id}`)
    expect(router.state.location.state).toMatchObject({ from: '/my-folio' })
  })

  it('never shows the answer of an earlier query for a later one, and says when it failed', async () => {
    await page.viewport(1280, 800)
    const held = Promise.withResolvers<void>()
    const { sent, answer } = await renderApp('/my-folio', {
      api: {
        [mine]: async ({ query }) => {
          if (query.q === 'lamp') await held.promise
          if (query.q === 'vase') throw offline()
          return onePage(query.q === 'mug' ? [ownCard('Mug', 1)] : [ownCard('Lamp', 0)])
        },
      },
    })
    await toggle.click()
    await box.fill('lamp')
    await expect.poll(() => sent(mine).some(({ input }) => input.query.q === 'lamp')).toBe(true)
    await box.fill('mug')
    await expect.element(option(/Mug/)).toBeVisible()
    held.resolve()
    await new Promise(requestAnimationFrame)
    expect(texts(options)).toEqual(['Mug'])

    await box.fill('vase')
    await expect.element(page.getByText(/Failed to load products/).first()).toBeVisible()
    answer({ [mine]: () => onePage([]) } as Answers)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(page.getByText(/No items found/).first()).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(toggle).toHaveFocus()
    await arrivesAt('/my-folio')
  })
})
