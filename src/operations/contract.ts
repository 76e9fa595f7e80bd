import { z } from 'zod'
import { defineContract } from '../shared/contract.ts'
import { instant } from '../shared/schemas.ts'

const line = z.object({
  /** The name of the check, one word. */
  name: z.string(),
  state: z.enum(['ok', 'warn', 'fail']),
  says: z.string(),
  /** What to do about it; null if nothing. */
  todo: z.string().nullable(),
})

/** What the doctor finds, for admins. */
export const operationsContract = defineContract({
  'GET /api/v1/admin/health': {
    summary: 'The findings of npm run doctor about this installation, at most a minute old',
    access: 'admin',
    response: z.object({ looked_at: instant, lines: z.array(line) }),
  },
})
