import { maxPinned } from '../../shared/collection.ts'
import type { AnswerOf } from '../api/client.ts'

export type OwnCategories = AnswerOf<'GET /api/v1/me/categories'>
export type OwnCategory = OwnCategories['items'][number]

/** The contents of the 8 tiles of /my-folio (docs/product/my-folio.md#overview). */
export function gridOf({ items }: OwnCategories) {
  const pinned = items.filter((category) => category.is_pinned).slice(0, maxPinned)
  const hasInbox = pinned.length < maxPinned
  return { pinned, hasInbox, emptyTiles: maxPinned - pinned.length - (hasInbox ? 1 : 0) }
}

/** Whether the person has no product at all. */
export const hasNothing = ({ items, inbox_count }: OwnCategories): boolean =>
  inbox_count === 0 && items.every(({ product_count }) => product_count === 0)

/** How many products there are in all. */
export const productTotal = ({ items, inbox_count }: OwnCategories): number =>
  items.reduce((sum, { product_count }) => sum + product_count, inbox_count)

/**
 * Whether the tiles are in use: a pinned category has products, or the pins are not the first eight categories that
 * every account begins with.
 */
export const hasUsedTiles = ({ items }: OwnCategories): boolean =>
  items.some(
    ({ product_count, is_pinned, sort_order }) => product_count > 0 || is_pinned !== sort_order <= maxPinned,
  )
