import { invalid } from './errors.ts'

/** Rows of a page in the lists of admins. */
export const adminPageSize = 50

/**
 * The place that a cursor names, undefined for none. Throws `validation_failed` for one that is not ours; `field` is
 * what the caller knows it by.
 */
export function parseCursor<Place>(
  cursor: string | undefined,
  read: (text: string) => Place | null,
  field = 'cursor',
): Place | undefined {
  if (cursor === undefined) return undefined
  const place = read(cursor)
  if (!place) throw invalid(field, 'This cursor is not one of ours.')
  return place
}

/** A page of at most `limit` rows, where one row more than that says that there is another page after it. */
export function toPage<Row, Item>(
  rows: Row[],
  { limit, present, cursorOf }: { limit: number; present(row: Row): Item; cursorOf(row: Row): string },
): { items: Item[]; next_cursor: string | null } {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { items: shown.map(present), next_cursor: last && rows.length > limit ? cursorOf(last) : null }
}
