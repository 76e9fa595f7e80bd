import { z } from 'zod'
import { defineContract } from '../../../shared/contract.ts'
import { instant, text } from '../../../shared/schemas.ts'

/** The meanings that an admin may give to a status. Rows with one that is left out are listed as problems. */
export const statusMeanings = ['shipped', 'pending', 'cancelled', 'returned', 'left_out'] as const
export type StatusMeaning = (typeof statusMeanings)[number]

/** A file asks about so many statuses at once; further ones are problems of their rows. */
export const maxStatuses = 20
const status = text(100).min(1)

/** An unknown status, with the file's rows that have it. */
export const unknownStatus = z.object({
  status: z.string(),
  rows: z.int().positive(),
  commission: z.number(),
})

/** The meaning of each status that a file asks about. */
export const statusAnswers = z
  .array(z.object({ status, means: z.enum(statusMeanings) }))
  .min(1)
  .max(maxStatuses)

const meaning = z.object({
  status: z.string(),
  means: z.enum(statusMeanings),
  by: z.string().nullable(),
  at: instant,
})

/**
 * The meanings of statuses in reports that Folio does not know by itself (docs/product/reports.md#unknown-statuses).
 */
export const statusesContract = defineContract({
  'GET /api/v1/admin/report-statuses': {
    summary: 'The meanings that admins gave to statuses of reports, by name',
    access: 'admin',
    response: z.object({ items: z.array(meaning) }),
  },
  'PUT /api/v1/admin/report-statuses/:status': {
    summary: 'Change the meaning of a status in files that are read from now on',
    access: 'admin',
    asksAgain: true,
    second: 'none',
    params: z.object({ status }),
    body: z.object({ means: z.enum(statusMeanings) }),
    response: z.object({ items: z.array(meaning) }),
  },
})
