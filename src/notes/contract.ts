import { z } from 'zod'
import { defineContract } from '../shared/contract.ts'
import { figureKinds } from '../shared/notes/note-text.ts'
import { id, instant, page } from '../shared/schemas.ts'

const day = z.iso.date()

const note = z.object({
  id,
  /** The Monday and the Sunday of its week. */
  from: day,
  to: day,
  written_at: instant,
  headline: z.string(),
  /** One sentence; null where nothing is on its way. */
  on_its_way: z.string().nullable(),
  /** Counted views of each day, Monday first. */
  visits: z.array(z.int()).length(7),
  /** Those that are not zero. */
  figures: z.array(z.object({ kind: z.enum(figureKinds), name: z.string(), value: z.string() })),
  to_do: z.object({ text: z.string(), button: z.string(), path: z.string() }).nullable(),
  /** The amounts of the texts, in US dollars. */
  amounts: z.object({ on_its_way: z.number(), posted: z.number(), taken_back: z.number() }),
})
export type Note = z.output<typeof note>

export const notesContract = defineContract({
  'GET /api/v1/me/notes': {
    summary: 'The notes of your weeks, the newest first, 10 a page',
    access: 'user',
    query: z.object({ cursor: z.string().max(200).optional() }),
    response: page(note),
  },
})

/** The part of an export with the person's notes. */
export const exportedNotes = z.object({
  /** The newest first. */
  notes: z.array(note.omit({ id: true })),
})
