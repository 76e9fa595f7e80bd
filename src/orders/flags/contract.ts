import { z } from 'zod'
import { defineContract } from '../../shared/contract.ts'
import { id, instant, page } from '../../shared/schemas.ts'

/** What may stand out of a creator's day: presses beside views, beside networks, of one network, or at once. */
export const flagMeasures = ['presses_per_view', 'presses_per_network', 'largest_network', 'burst'] as const
export type FlagMeasure = (typeof flagMeasures)[number]

/** What stands out of a creator, as it is told beside the evidence for an order. */
export const flagNote = z.object({
  measure: z.enum(flagMeasures),
  /** The newest day (UTC) on which it did. */
  day: z.iso.date(),
  value: z.number(),
  /** The median: of the other creators, of a burst the creator's own. */
  usual: z.number(),
})

const flag = flagNote.extend({
  id,
  creator: z.object({ payee_id: id, username: z.string().nullable(), avatar_url: z.string().nullable() }),
  /** More than this stands out. */
  most: z.number(),
  /** How many creators it was compared with. */
  creators: z.int(),
  views: z.int(),
  presses: z.int(),
  networks: z.int(),
  found_at: instant,
  /** Who saw it last, and up to which day; a newer day brings it up again. */
  seen: z.object({ day: z.iso.date(), at: instant, by: z.string().nullable() }).nullable(),
})
export type Flag = z.output<typeof flag>

/** Creators that stand out, for admins. No sum depends on them (decision 40). */
export const flagsContract = defineContract({
  'GET /api/v1/admin/flags': {
    summary: 'Creators whose presses lie far from the others’, the newest first, 50 a page',
    access: 'admin',
    query: z.object({
      /** Those that nobody has seen, or all. */
      state: z.enum(['open', 'all']).default('open'),
      cursor: z.string().max(200).optional(),
    }),
    response: page(flag),
  },
  'POST /api/v1/admin/flags/:id/seen': {
    summary: 'Say that a flag was looked at; it comes again with newer evidence only',
    access: 'admin',
    params: z.object({ id }),
    body: z.object({
      /** The day that was seen. */
      day: z.iso.date(),
    }),
    response: flag,
  },
})
