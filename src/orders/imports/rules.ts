import type { ImportBatch } from './contract.ts'

/** The counts of an import, as its runs answer them (spec section 7: total, imported, updated). */
export const countsOf = (row: {
  total: number
  imported: number
  updated: number
  unchanged: number
  withdrawn: number
  failed: number
}) => ({
  total: row.total,
  imported: row.imported,
  updated: row.updated,
  unchanged: row.unchanged,
  withdrawn: row.withdrawn,
  failed: row.failed,
})

/**
 * How many of a file's order items are as they were. Fee-Orders says nothing of orders but when they were made: what it
 * changes are other reports' orders.
 */
export const unchangedOf = (format: string, total: number, { told_anew }: { told_anew: number }): number =>
  format === 'fee_orders' ? 0 : total - told_anew

/** Why an import cannot be merged beside what stands (decision: one paying format per marketplace and day). */
export function overlapMessage(days: string[]): string {
  const named = days.slice(0, 5).join(', ')
  const more = days.length > 5 ? ` and ${days.length - 5} more days` : ''
  return `Another kind of report already pays for ${named}${more}. Undo that import first, or leave these days out.`
}

const notAny: Record<ImportBatch['state'], string> = {
  receiving: 'This import is still being received.',
  received: 'This import has not been read yet.',
  staged: 'This import has not been merged yet.',
  question: 'This import waits for an answer: how are its dates to be read?',
  merged: 'This import has been merged.',
  repeated: 'This file had been imported before.',
  failed: 'This import has failed.',
  discarded: 'This import was discarded.',
}

/** Why what was asked for does not fit the state that an import is in. */
export const stateMessage = (state: string): string => notAny[state as ImportBatch['state']]
