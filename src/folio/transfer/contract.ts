import { z } from 'zod'
import { defineContract } from '../../shared/contract.ts'
import { fileFormats } from '../../shared/export-file.ts'

/** A browser sends a file; the server gets its bytes. */
const file = z
  .custom<Blob | Uint8Array>((body) => body instanceof Uint8Array, 'Send the file itself.')
  .transform((bytes) => bytes as Uint8Array)
  .meta({ type: 'string', format: 'binary' })

/** What is wrong with an item of a file, or what of it was left out. */
const remark = z.object({
  /** Its place in the file: a CSV's rows are counted as spreadsheets do, the header being 1; JSON's items from 1. */
  line: z.number().int(),
  column: z.string(),
  message: z.string(),
})

const files = ['text/csv', 'application/json'] as const

export const transferContract = defineContract({
  'GET /api/v1/me/collection': {
    summary: 'Your collection as a file, the oldest item first: what an import takes',
    access: 'user',
    query: z.object({ format: z.enum(fileFormats).default('json') }),
    response: z.unknown(),
    produces: files,
  },
  'POST /api/v1/me/collection': {
    summary:
      'Import items from a file of at most 16 MB and 20,000 items. Sending it again changes nothing more',
    access: 'user',
    creates: true,
    query: z.object({
      /** Says what an import would do, and changes nothing. */
      preview: z.stringbool().optional(),
    }),
    body: file,
    consumes: files,
    response: z.object({
      /** Items in the file: the sum of the four that follow. */
      total: z.number().int(),
      created: z.number().int(),
      updated: z.number().int(),
      /** As the file says already, or imported before. */
      unchanged: z.number().int(),
      /** With a problem, and therefore left out. */
      skipped: z.number().int(),
      errors: z.array(remark),
      /** What of a taken item was not taken over. */
      notices: z.array(remark),
    }),
  },
})
