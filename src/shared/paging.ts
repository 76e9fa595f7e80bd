import { invalid } from './errors.ts'

/** Rows of a page in the lists of admins. */
export const adminPageSize = 50

/**
 * Reads a cursor of a request with `read`; undefined for none. Throws `validation_failed` for one that is not ours;
 * `field` is the request's name of it.
 */
export function parseCursor<Position>(
  cursor: string | undefined,
  read: (text: string) => Position | null,
  field = 'cursor',
): Position | undefined {
  if (cursor === undefined) return undefined
  const position = read(cursor)
  if (!position) throw invalid(field, 'This cursor is not one of ours.')
  return position
}

/** A page of at most `limit` rows; one row more than that means that there is another page. */
export function toPage<Row, Item>(
  rows: Row[],
  { limit, serialize, cursorOf }: { limit: number; serialize(row: Row): Item; cursorOf(row: Row): string },
): { items: Item[]; next_cursor: string | null } {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { items: shown.map(serialize), next_cursor: last && rows.length > limit ? cursorOf(last) : null }
}
