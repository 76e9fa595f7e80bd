import { z } from 'zod'
import { defineContract } from '../shared/contract.ts'
import { fileFormats } from '../shared/export-file.ts'
import { id } from '../shared/schemas.ts'

export const clicksExportContract = defineContract({
  'GET /api/v1/me/clicks': {
    summary: 'Every click on your products as a file: its outcome, and nothing that identifies a visitor',
    access: 'user',
    query: z.object({ format: z.enum(fileFormats).default('json') }),
    response: z.unknown(),
    produces: ['text/csv', 'application/json'],
  },
})

const count = z.int().nonnegative()

/** Clicks in the export of a person's data. Single clicks are a file of their own. */
export const exportedClicks = z.object({
  clicks: z.array(
    z.object({
      product_id: id,
      /** Days (UTC) with clicks, oldest first: views and presses by people, and clicks of programs. */
      days: z.array(
        z.object({ day: z.iso.date(), people: count, presses: count, previews: count, bots: count }),
      ),
    }),
  ),
})
