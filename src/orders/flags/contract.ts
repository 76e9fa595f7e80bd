import { z } from 'zod'
import { defineContract } from '../../shared/contract.ts'
import { id, instant, page } from '../../shared/schemas.ts'

/** Unusual figures of a creator's day: presses per view, presses per network, presses of one network, or a burst. */
export const flagMeasures = ['presses_per_view', 'presses_per_network', 'largest_network', 'burst'] as const
export type FlagMeasure = (typeof flagMeasures)[number]

/** An unusual figure of a creator, shown beside the evidence for an order. */
export const flagNote = z.object({
  measure: z.enum(flagMeasures),
  /** The newest day (UTC) on which it was unusual. */
  day: z.iso.date(),
  value: z.number(),
  /** The median of the other creators; for a burst, the creator's own. */
  usual: z.number(),
})

const flag = flagNote.extend({
  id,
  creator: z.object({
    payee_id: id,
    /** Null once the account is gone. */
    user_id: id.nullable(),
    username: z.string().nullable(),
    avatar_url: z.string().nullable(),
    is_suspended: z.boolean(),
  }),
  /** The threshold: higher values are unusual. */
  threshold: z.number(),
  /** The number of creators it was compared with. */
  creators: z.int(),
  views: z.int(),
  presses: z.int(),
  networks: z.int(),
  found_at: instant,
  /** Who saw it last, and up to which day. A newer day shows it again. */
  seen: z.object({ day: z.iso.date(), at: instant, by: z.string().nullable() }).nullable(),
})
export type Flag = z.output<typeof flag>

/** Creators with unusual figures, for admins. No amount depends on it (decision 34). */
export const flagsContract = defineContract({
  'GET /api/v1/admin/flags': {
    summary: 'Creators whose presses differ much from the others’, the newest first, 50 a page',
    access: 'admin',
    query: z.object({
      /** Flags that nobody has seen, or all. */
      state: z.enum(['open', 'all']).default('open'),
      cursor: z.string().max(200).optional(),
    }),
    response: page(flag),
  },
  'POST /api/v1/admin/flags/:id/seen': {
    summary: 'Mark a flag as seen; only newer evidence shows it again',
    access: 'admin',
    second: 'not_own',
    params: z.object({ id }),
    body: z.object({
      /** The newest day of the flag when it was seen. */
      day: z.iso.date(),
    }),
    response: flag,
  },
})
