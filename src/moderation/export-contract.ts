import { z } from 'zod'
import { id, instant } from '../shared/schemas.ts'

/** What an export holds of reports that a person made, and of decisions on them. Reports by others are left out. */
export const exportedModeration = z.object({
  reports: z.array(
    z.object({
      /** The product's link, the profile's name, or the list's id. */
      short_link_id: z.string().nullable(),
      username: z.string().nullable(),
      list_id: id.nullable(),
      reason: z.string(),
      text: z.string().nullable(),
      created_at: instant,
    }),
  ),
  moderation_decisions: z.array(
    z.object({
      action: z.string(),
      reason: z.string(),
      product_id: id.nullable(),
      list_id: id.nullable(),
      decided_at: instant,
    }),
  ),
})
