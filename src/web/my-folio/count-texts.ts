import { itemCount } from './item-count.ts'

/** 'Moved 3 items to category' (spec section 8). */
export const movedText = (count: number): string => `Moved ${itemCount(count)} to category`

/** What to add when some of the chosen were moved or deleted elsewhere meanwhile. */
export function missedText(chosen: number, moved: number): string | undefined {
  const missed = chosen - moved
  if (missed === 0) return undefined
  return missed === 1 ? '1 was no longer in your Inbox.' : `${missed} were no longer in your Inbox.`
}
