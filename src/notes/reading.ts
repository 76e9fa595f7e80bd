import type { z } from 'zod'
import { type Context, requireUser } from '../platform/context.ts'
import { readByCursor } from '../platform/database/cursor.ts'
import { eachOf, type InBatches } from '../platform/files/json-object.ts'
import { centsToUsd } from '../shared/money.ts'
import { noteText } from '../shared/notes/note-text.ts'
import { parseCursor, toPage } from '../shared/paging.ts'
import { addDays } from '../shared/time.ts'
import type { exportedNotes, notesContract } from './contract.ts'
import { readWeek } from './rules.ts'
import { allNotes, type NoteRow, selectNotes } from './sql.ts'

type Answer = z.input<(typeof notesContract)['GET /api/v1/me/notes']['response']>
type ExportedNotes = z.input<typeof exportedNotes>

const pageSize = 10

/** The caller's notes, the newest first. Throws `validation_failed` for an invalid cursor. */
export async function listOwnNotes(
  context: Context,
  { cursor }: { cursor?: string | undefined },
): Promise<Answer> {
  const { userId } = requireUser(context)
  const before = parseCursor(cursor, readWeek)
  const rows = await selectNotes(context.db, userId, { before, limit: pageSize + 1 })
  return toPage(rows, {
    limit: pageSize,
    serialize: (row) => ({ id: row.id, ...serialize(row) }),
    cursorOf: ({ week }) => week,
  })
}

/** The caller's notes for their export. To be read in the caller's transaction. */
export function exportNotes(context: Context): InBatches<ExportedNotes> {
  const { userId } = requireUser(context)
  return { notes: eachOf(readByCursor(context.db, allNotes(userId), 100), serialize) }
}

function serialize({ week, facts, written_at }: NoteRow): ExportedNotes['notes'][number] {
  const { visits, on_its_way, posted, taken_back } = facts
  return {
    ...{ from: week, to: addDays(week, 6), written_at: written_at.toISOString(), visits },
    ...noteText(facts),
    amounts: {
      on_its_way: centsToUsd(on_its_way),
      posted: centsToUsd(posted),
      taken_back: centsToUsd(taken_back.cents),
    },
  }
}
