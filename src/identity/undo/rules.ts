import { dayMs } from '../../shared/time.ts'

/** How long a change can be taken back, and what it removed is kept. */
export const undoableMs = 7 * dayMs

/** How long nobody is paid after changes were taken back. */
export const restMs = 7 * dayMs

/** Whether a link still works, by its change: its time is over, or it is taken back already. */
export function judgeLink(
  { changed_at: changedAt, undone_at: undoneAt }: { changed_at: Date; undone_at: Date | null },
  now: Date,
): 'open' | 'done' | 'over' {
  if (now.getTime() >= endOfLink(changedAt).getTime()) return 'over'
  return undoneAt ? 'done' : 'open'
}

/** When the link of a change stops working. */
export const endOfLink = (changedAt: Date): Date => new Date(changedAt.getTime() + undoableMs)
