import { z } from 'zod'
import { id, instant } from '../shared/schemas.ts'

/** What an export tells of a person as someone who is paid. */
export const exportedEarnings = z.object({
  /** Whom orders are credited to in the books; null where nobody is. */
  payee: z.object({ id, created_at: instant }).nullable(),
})
