import { z } from 'zod'
import { defineContract } from '../../shared/contract.ts'
import { fileFormats } from '../../shared/export-file.ts'
import { id, instant } from '../../shared/schemas.ts'

/** A browser sends a file; the server gets its bytes. */
const file = z
  .custom<Blob | Uint8Array>((body) => body instanceof Uint8Array, 'Send the file itself.')
  .transform((bytes) => bytes as Uint8Array)
  .meta({ type: 'string', format: 'binary' })

/** A problem of an item in a file, or a part of it that was left out. */
const remark = z.object({
  /**
   * Its position in the file: CSV rows are counted as spreadsheets do, the header being 1; JSON items and bookmarks
   * from 1.
   */
  line: z.number().int(),
  column: z.string(),
  message: z.string(),
})

/** An item of a file as it would be. */
const sampleItem = z.object({
  line: z.number().int(),
  /** Otherwise it changes one that is there. */
  is_new: z.boolean(),
  title: z.string(),
  amazon_url: z.string(),
  /** The category's name; null for the Inbox. */
  category: z.string().nullable(),
  tags: z.array(z.string()),
  /** Others find it; otherwise it is a private draft, as it has no title of its own (decision 54). */
  is_public: z.boolean(),
})

const files = ['text/csv', 'application/json'] as const

export const transferContract = defineContract({
  'GET /api/v1/me/collection': {
    summary: 'Your collection as a file that an import accepts, the oldest item first',
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
    consumes: [...files, 'text/html'],
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
      /** In a preview, the first ten that would be added or changed; otherwise empty. */
      sample: z.array(sampleItem),
      /** What it is undone by; null where it added and changed nothing. */
      import_id: id.nullable(),
    }),
  },
  'GET /api/v1/me/collection/imports': {
    summary: 'Your imports that can be undone: those of the last 24 hours, the newest first',
    access: 'user',
    response: z.object({
      items: z.array(
        z.object({
          id,
          created_at: instant,
          /** Until then it can be undone. */
          undo_until: instant,
          created: z.number().int(),
          updated: z.number().int(),
          /** Those it created that are still there and unchanged: undoing it would remove them. */
          removable: z.number().int(),
        }),
      ),
    }),
  },
  'POST /api/v1/me/collection/imports/:id/undo': {
    summary: 'Delete the items that one of your imports created and that you have not changed since',
    access: 'user',
    params: z.object({ id }),
    /** Sent again it answers the same, and deletes nothing more. */
    response: z.object({
      removed: z.number().int(),
      /** Created by it, and changed since. */
      kept: z.number().int(),
      /** Changed by it: these stay as they are. */
      updated: z.number().int(),
    }),
  },
})
