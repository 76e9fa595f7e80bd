import { z } from 'zod'
import { defineContract } from '../shared/contract.ts'
import { instant } from '../shared/schemas.ts'

const line = z.object({
  /** What was looked at, in a word. */
  name: z.string(),
  state: z.enum(['ok', 'warn', 'fail']),
  says: z.string(),
  /** What to do about it; null where it is fine. */
  todo: z.string().nullable(),
})

/** What the doctor finds, for admins. */
export const operationsContract = defineContract({
  'GET /api/v1/admin/health': {
    summary: 'What npm run doctor says of this installation, looked at again after a minute',
    access: 'admin',
    response: z.object({ looked_at: instant, lines: z.array(line) }),
  },
})
