import { isUuid } from '../../shared/uuid.ts'

/** The position of a written entry in its month: its time in microseconds, its id, and its kind. */
export type Position = { at: string; id: string; source: string }

/** A position as a cursor. */
export const positionOf = ({ at, id, source }: Position): string => `${at}_${id}_${source}`

/** Reads a cursor; null for an invalid one. */
export function readPosition(cursor: string): Position | null {
  const [, at, id, source] = /^(\d{1,17})_([0-9a-f-]{36})_(row|receipt|reversal)$/.exec(cursor) ?? []
  return at && id && source && isUuid(id) ? { at, id, source } : null
}
