import { maxPinned } from '../../shared/collection.ts'
import type { AnswerOf } from '../client.ts'

export type OwnCategories = AnswerOf<'GET /api/v1/me/categories'>
export type OwnCategory = OwnCategories['items'][number]

/** What the grid of /my-folio shows in its 8 places (docs/product/my-folio.md#overview). */
export function gridOf({ items }: OwnCategories) {
  const pinned = items.filter((category) => category.is_pinned).slice(0, maxPinned)
  const hasInbox = pinned.length < maxPinned
  return { pinned, hasInbox, emptyPlaces: maxPinned - pinned.length - (hasInbox ? 1 : 0) }
}

/** Whether there is nothing yet, in no category and not in the Inbox. */
export const hasNothing = ({ items, inbox_count }: OwnCategories): boolean =>
  inbox_count === 0 && items.every(({ product_count }) => product_count === 0)

/** How many products there are in all. */
export const productTotal = ({ items, inbox_count }: OwnCategories): number =>
  items.reduce((sum, { product_count }) => sum + product_count, inbox_count)

/**
 * Whether the tiles show something of the person's own: a category in use, or pins of their own choice, which are others
 * than the first eight that everybody begins with.
 */
export const hasUsedTiles = ({ items }: OwnCategories): boolean =>
  items.some(
    ({ product_count, is_pinned, sort_order }) => product_count > 0 || is_pinned !== sort_order <= maxPinned,
  )
