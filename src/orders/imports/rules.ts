import { decoded } from '../url-rules.ts'
import type { ImportBatch } from './contract.ts'

/** The counts of an import, as its runs answer them (docs/product/calls.md#functions). */
export const countsOf = (row: {
  /** Order items. */
  total: number
  imported: number
  updated: number
  unchanged: number
  withdrawn: number
  failed: number
  waiting_returns: number
  combined: number
  others_changed: number
}) => ({
  // Every row of the file: one that is no order item of its own was left out or combined with another.
  total: row.total + row.failed + row.combined,
  imported: row.imported,
  updated: row.updated,
  unchanged: row.unchanged,
  withdrawn: row.withdrawn,
  failed: row.failed,
  waiting_returns: row.waiting_returns,
  combined: row.combined,
  others_changed: row.others_changed,
})

/** The counts of an import that has done nothing. */
export const nothingCounted = {
  imported: 0,
  updated: 0,
  unchanged: 0,
  withdrawn: 0,
  waiting_returns: 0,
  others_changed: 0,
}

/**
 * Counts the outcomes of a file's order items, each once, and of other files' items. These change by a return, and by
 * Fee-Orders, which only have the days of orders.
 */
export function countsOfEffect(
  items: number,
  effect: Record<'imported' | 'updated' | 'withdrawn' | 'own_changed' | 'waiting_returns', number>,
) {
  const { imported, withdrawn, own_changed, waiting_returns } = effect
  const updated = own_changed - imported
  const unchanged = items - own_changed - waiting_returns
  return {
    imported,
    updated,
    unchanged,
    withdrawn,
    waiting_returns,
    others_changed: effect.updated - updated,
  }
}

const notAny: Record<ImportBatch['state'], string> = {
  receiving: 'This import is still being received.',
  received: 'This import has not been read yet.',
  staged: 'This import has not been merged yet.',
  question: 'This import waits for an answer first.',
  merged: 'This import has been merged.',
  repeated: 'This file had been imported before.',
  failed: 'This import has failed.',
  discarded: 'This import was discarded.',
}

/** Why an action is refused in a state of an import. */
export const stateMessage = (state: string): string => notAny[state as ImportBatch['state']]

const works: Record<string, string> = { stage: 'read', merge: 'imported', undo: 'undone' }

/** Why nothing can be decided about an import while a run works on it; names the file and the work. */
export const underWayMessage = (fileName: string | null, kind: string): string =>
  `${fileName === null ? 'The pasted text' : `“${fileName}”`} is being ${works[kind] ?? 'worked on'} now. Stop that first, or wait for its end.`

/** A position in a list of an import's rows. */
export type RowCursor = { id: string; line: number }

/** Text of a cursor, safe in a URL whatever the id is made of. */
export const writeRowCursor = ({ id, line }: RowCursor): string => `${line}_${encodeURIComponent(id)}`

/** Reads a cursor back; null for an invalid one. */
export function readRowCursor(text: string): RowCursor | null {
  const [, line = '', encoded = ''] = /^(\d{1,9})_(.+)$/.exec(text) ?? []
  const id = decoded(encoded)
  return id && !id.includes('\0') ? { id, line: Number(line) } : null
}
