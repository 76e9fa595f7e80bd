import { z } from 'zod'
import { defineContract } from '../../shared/contract.ts'
import { fileFormats } from '../../shared/export-file.ts'

/** A browser sends a file; the server gets its bytes. */
const file = z
  .custom<Blob | Uint8Array>((body) => body instanceof Uint8Array, 'Send the file itself.')
  .transform((bytes) => bytes as Uint8Array)
  .meta({ type: 'string', format: 'binary' })

/** A problem of an item in a file, or a part of it that was left out. */
const remark = z.object({
  /** Its position in the file: CSV rows are counted as spreadsheets do, the header being 1; JSON items from 1. */
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
      /** Equal to the stored product, or imported before. */
      unchanged: z.number().int(),
      /** Left out because of a problem. */
      skipped: z.number().int(),
      errors: z.array(remark),
      /** Parts of imported items that were left out. */
      notices: z.array(remark),
    }),
  },
})
