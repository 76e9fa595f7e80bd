import { type BulkStep, countLines, type LineState } from './bulk-flow.ts'

type Counts = ReturnType<typeof countLines>

/** '1 item', '12 items'. */
export const itemsText = (count: number): string => `${count} ${count === 1 ? 'item' : 'items'}`

/** How many items are left to add; at the end how many were added. */
export function headingOf({ total, over, published }: Counts): string {
  const left = total - over
  return left > 0 ? `Add ${itemsText(left)} to your Inbox` : `${itemsText(published)} added to your Inbox`
}

/** The progress, and at the end the results. */
export function summaryOf({ lines, running }: BulkStep): string {
  const { total, over, waiting, published, owned, refused, failed } = countLines(lines)
  if (running) return `${over} of ${total}`
  if (waiting > 0)
    return refused > 0
      ? `${itemsText(waiting)} to post, ${refused} that cannot be`
      : `${itemsText(waiting)} to post`
  const parts = [
    published > 0 && `${published} posted`,
    owned > 0 && `${owned} already in your folio`,
    refused + failed > 0 && `${refused + failed} not posted`,
  ]
  return parts.filter(Boolean).join(', ')
}

/** How many times in a run the progress is announced to screen readers. */
const steps = 5

/** For a live region: the progress in fifths, that it waits, and the end. */
export function announcementOf(step: BulkStep): string {
  const { total, over, waiting } = countLines(step.lines)
  if (!step.running) return waiting > 0 ? '' : summaryOf(step)
  if (step.waiting) return 'Waiting for a moment'
  const every = Math.ceil(total / steps)
  return `${Math.floor(over / every) * every} of ${total}`
}

/** The label of a line's state. */
export function stateText(state: LineState): string {
  switch (state.name) {
    case 'waiting':
      return 'Waiting'
    case 'working':
      return 'Posting…'
    case 'published':
      return 'Added to Inbox'
    case 'owned':
      return 'Already in your folio'
    default:
      return state.problem
  }
}
