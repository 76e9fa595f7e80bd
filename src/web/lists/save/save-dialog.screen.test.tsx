import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { cardWith } from '../../product/testing/card.ts'
import { ShareSheet } from '../../share/share-sheet.tsx'
import { type Answers, refused } from '../../testing/fake-api.ts'
import { flawsInEveryLook } from '../../testing/flaws.ts'
import { idOf } from '../../testing/samples.ts'
import { renderScreen } from '../../testing/screen.tsx'
import { ownItem, ownList } from '../testing/lists.ts'
import { SaveDialog, type Saving } from './save-dialog.tsx'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const tick = (title: string) => page.getByRole('checkbox', { name: title })
const mug = cardWith()
const one: Saving = { productIds: [mug.id], title: 'Mug 1' }

const opened = (saving: Saving, api: Answers) =>
  renderScreen(<SaveDialog saving={saving} onClose={() => {}} />, { api })

/** The person's lists, of which the first `has` the product. */
const listsOf = (...titles: string[]) => titles.map((title, n) => ownList(title, n + 1, { item_id: null }))

describe('Save (docs/product/lists-screens.md#save)', () => {
  it('puts a product into lists and takes it out again', async () => {
    const lists = listsOf('My desk setup', 'Gifts')
    const has = new Set<string>()
    const { sent } = await opened(one, {
      'GET /api/v1/me/lists': ({ query }) => ({
        items: lists.map((list) => ({
          ...list,
          item_id: query.product_id === mug.id && has.has(list.id) ? ownItem(1).id : null,
        })),
      }),
      'POST /api/v1/me/lists/:id/items': ({ params }) => {
        has.add(params.id)
        return { added: 1, items_count: 1 }
      },
      'DELETE /api/v1/me/lists/:id/items/:item_id': ({ params }) => {
        has.delete(params.id)
        return undefined as never
      },
    })
    await tick('Gifts').click()
    await expect.element(page.getByText('In your list “Gifts”')).toBeVisible()
    await expect.element(tick('Gifts')).toBeChecked()
    await expect.element(tick('My desk setup')).not.toBeChecked()
    await tick('Gifts').click()
    await expect.element(page.getByText('Taken out')).toBeVisible()
    await expect.element(tick('Gifts')).not.toBeChecked()
    expect(sent('DELETE /api/v1/me/lists/:id/items/:item_id')[0]?.input.params.item_id).toBe(ownItem(1).id)
  })

  it('makes a list with it', async () => {
    const made = ownList('My desk setup')
    const { sent } = await opened(one, {
      'GET /api/v1/me/lists': () => ({ items: [] }),
      'POST /api/v1/me/lists': () => made,
    })
    await button('Make the list').click()
    await expect.element(page.getByText('Please enter a title.')).toBeVisible()
    await page.getByRole('textbox', { name: 'New list' }).fill('My desk setup')
    await button('Make the list').click()
    await expect.element(page.getByText('In your list “My desk setup”')).toBeVisible()
    expect(sent('POST /api/v1/me/lists')[0]?.input.body).toMatchObject({
      title: 'My desk setup',
      product_ids: [mug.id],
    })
  })

  it('adds several in portions, also those of later pages, and says how many were new', async () => {
    const ids = Array.from({ length: 120 }, (_, n) => idOf(8, n))
    const { sent } = await opened(
      { productIds: ids, more: async () => [idOf(8, 500)], title: '121 things' },
      {
        'GET /api/v1/me/lists': () => ({ items: listsOf('Gifts') }),
        'POST /api/v1/me/lists/:id/items': ({ body }) => ({
          added: body.product_ids.length,
          items_count: 121,
        }),
      },
    )
    await button('Add to Gifts').click()
    await expect.element(page.getByText('121 things saved')).toBeVisible()
    await expect.element(button('Added to Gifts')).toBeDisabled()
    expect(sent('POST /api/v1/me/lists/:id/items').map(({ input }) => input.body.product_ids.length)).toEqual(
      [100, 21],
    )
  })

  it('says why it was refused, and where the lists cannot be loaded', async () => {
    const { answer } = await opened(one, {
      'GET /api/v1/me/lists': () => ({ items: listsOf('Gifts') }),
      'POST /api/v1/me/lists/:id/items': () => Promise.reject(refused('conflict', 'The list is full.')),
    })
    await tick('Gifts').click()
    await expect.element(page.getByText('The list is full.')).toBeVisible()
    await expect.element(tick('Gifts')).not.toBeChecked()
    answer({})
  })

  it('has no flaws that axe finds, whatever the titles', async () => {
    await opened(one, {
      'GET /api/v1/me/lists': () => ({ items: listsOf('Donaudampfschifffahrtsgesellschaft'.repeat(2), 'B') }),
    })
    await expect.element(tick('B')).toBeVisible()
    await button('New list').click()
    expect(await flawsInEveryLook()).toEqual({})
  })

  it('is in the share sheet; a visitor signs in first', async () => {
    const { router } = await renderScreen(<ShareSheet product={mug} onClose={() => {}} />, { session: null })
    await button('Save to a list').click()
    await expect.poll(() => router.state.location.pathname).toBe('/auth')
  })
})
