import { describe, expect, it } from 'vitest'
import { gridOf, hasNothing, type OwnCategories, productTotal } from './own-categories.ts'

const collection = (pinned: number, inbox = 0, perCategory = 1): OwnCategories => ({
  items: Array.from({ length: 16 }, (_, index) => ({
    id: `id-${index}`,
    name: `Category ${index}`,
    slug: `category-${index}`,
    sort_order: index + 1,
    is_pinned: index < pinned,
    product_count: perCategory,
    pictures: [],
  })),
  inbox_count: inbox,
  attention_count: 0,
})

describe('the grid of /my-folio (docs/product/my-folio.md#overview)', () => {
  it.each([
    [0, true, 7],
    [6, true, 1],
    [7, true, 0],
    [8, false, 0],
    [9, false, 0],
  ])('with %i pinned: Inbox %s, %i empty tiles', (pinned, hasInbox, emptyTiles) => {
    const grid = gridOf(collection(pinned))
    expect(grid).toMatchObject({ hasInbox, emptyTiles })
    expect(grid.pinned).toHaveLength(Math.min(pinned, 8))
  })
})

describe('how many products there are', () => {
  it('counts categories and Inbox', () => {
    expect(productTotal(collection(8, 5, 2))).toBe(37)
  })

  it('are none only without any product', () => {
    expect(hasNothing(collection(8, 0, 0))).toBe(true)
    expect(hasNothing(collection(8, 1, 0))).toBe(false)
    expect(hasNothing(collection(8, 0, 1))).toBe(false)
  })
})
