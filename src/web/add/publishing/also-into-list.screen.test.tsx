import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { itemWith } from '../../item/testing/item.ts'
import { ownList } from '../../lists/testing/lists.ts'
import { refused } from '../../testing/fake-api.ts'
import { addDialog, openAddDialog } from '../testing/add-dialog.tsx'

const { reachConfirmation, button, heading, sheet, radio, post } = addDialog

const lists = [ownList('My desk setup', 1), ownList('Gifts', 2)]

async function choose(...titles: string[]) {
  await reachConfirmation()
  await radio('Send to Inbox').click()
  await button('Also put into a list').click()
  for (const title of titles) await sheet.getByRole('checkbox', { name: title }).click()
}

describe('Also put into a list (docs/product/lists-screens.md#save)', () => {
  it('puts the item there once it is posted', async () => {
    const { sent } = await openAddDialog({
      'GET /api/v1/me/lists': () => ({ items: lists }),
      'POST /api/v1/me/lists/:id/items': () => ({ added: 1, items_count: 1 }),
    })
    await choose('Gifts')
    expect(sent('POST /api/v1/me/lists/:id/items')).toEqual([])
    await post()
    await expect.element(heading('Item Added!')).toBeVisible()
    await expect.poll(() => sent('POST /api/v1/me/lists/:id/items').length).toBe(1)
    expect(sent('POST /api/v1/me/lists/:id/items')[0]?.input).toEqual({
      params: { id: lists[1]?.id },
      body: { product_ids: [itemWith().id] },
    })
  })

  it('says where the item could not be put; it is posted all the same', async () => {
    await openAddDialog({
      'GET /api/v1/me/lists': () => ({ items: lists }),
      'POST /api/v1/me/lists/:id/items': () => Promise.reject(refused('conflict', 'The list is full.')),
    })
    await choose('Gifts')
    await post()
    await expect.element(heading('Item Added!')).toBeVisible()
    await expect.element(page.getByText('Not put into “Gifts”')).toBeVisible()
    await expect.element(page.getByText('The list is full.')).toBeVisible()
  })
})
