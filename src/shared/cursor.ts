/** A place in a list ordered by creation, newest first. The id breaks ties within a millisecond. */
export type Cursor = { createdAt: Date; id: string }

const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Text of a cursor, safe in a URL. */
export const writeCursor = ({ createdAt, id }: Cursor): string => `${createdAt.getTime().toString(36)}_${id}`

/** Reads a cursor back; null if it is not one of ours. */
export function readCursor(text: string): Cursor | null {
  const [time = '', id = ''] = text.split('_')
  if (!/^[0-9a-z]{1,9}$/.test(time) || !uuidShape.test(id)) return null
  return { createdAt: new Date(Number.parseInt(time, 36)), id }
}
