import { uuidPattern } from './uuid.ts'

/** A cursor in a list ordered by creation, newest first. The id breaks ties within a millisecond. */
export type Cursor = { createdAt: Date; id: string }

/** A cursor in a list ordered by a whole number such as clicks, the largest first. The id breaks ties. */
export type RankCursor = { rank: number; id: string }

const cursorShape = new RegExp(`^([0-9a-z]{1,9})_(${uuidPattern})$`)

/** Text of a cursor, safe in a URL. */
export const writeCursor = ({ createdAt, id }: Cursor): string =>
  writeRankCursor({ rank: createdAt.getTime(), id })

/** Reads a cursor back; null if it is not one of ours. */
export function readCursor(text: string): Cursor | null {
  const cursor = readRankCursor(text)
  return cursor && { createdAt: new Date(cursor.rank), id: cursor.id }
}

/** Text of a cursor by rank, safe in a URL. */
export const writeRankCursor = ({ rank, id }: RankCursor): string => `${rank.toString(36)}_${id}`

/** Reads a cursor by rank back; null if it is not one of ours. */
export function readRankCursor(text: string): RankCursor | null {
  const [, rank, id] = cursorShape.exec(text) ?? []
  return rank && id ? { rank: Number.parseInt(rank, 36), id } : null
}
