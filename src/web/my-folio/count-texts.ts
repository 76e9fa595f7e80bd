import { counted } from '../format/count-text.ts'

/** '1 item', '5 items' (docs/product/my-folio.md#overview). */
export const itemCount = (count: number): string => counted(count, 'item')

/** '5 items to organize': the number of items in the Inbox. */
export const inboxCount = (count: number): string =>
  count === 0 ? itemCount(0) : `${itemCount(count)} to organize`

/** 'Moved 3 items to category' (docs/product/my-folio.md#inbox). */
export const movedText = (count: number): string => `Moved ${itemCount(count)} to category`

/** The sentence for items that were moved or deleted elsewhere meanwhile; undefined when there are none. */
export function missedText(chosen: number, moved: number): string | undefined {
  const missed = chosen - moved
  if (missed === 0) return undefined
  return missed === 1 ? '1 was no longer in your Inbox.' : `${missed} were no longer in your Inbox.`
}
