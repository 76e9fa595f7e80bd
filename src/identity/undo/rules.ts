import { dayMs } from '../../shared/time.ts'

/** How long a change can be undone, and removed data is kept. */
export const undoableMs = 7 * dayMs

/** How long payouts pause after changes were undone. */
export const restMs = 7 * dayMs

/** Whether the link of a change still works: its time may be over, or the change undone already. */
export function judgeLink(
  { changed_at: changedAt, undone_at: undoneAt }: { changed_at: Date; undone_at: Date | null },
  now: Date,
): 'open' | 'done' | 'over' {
  if (now.getTime() >= endOfLink(changedAt).getTime()) return 'over'
  return undoneAt ? 'done' : 'open'
}

/** When the link of a change stops working. */
export const endOfLink = (changedAt: Date): Date => new Date(changedAt.getTime() + undoableMs)
