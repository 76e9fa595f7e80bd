import type { Kysely } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import { fileText } from '../../platform/files/export.ts'
import { fileColumns } from '../../shared/collection.ts'
import type { FileFormat } from '../../shared/export-file.ts'
import { tagsCell } from './cells.ts'
import { type FileProduct, selectForFile } from './sql.ts'

const batchSize = 500

/**
 * A person's collection as the text of a file, piece by piece. The oldest comes first: an import makes the items in
 * their order.
 */
export const fileOf = (db: Kysely<DB>, userId: string, format: FileFormat): AsyncGenerator<string> =>
  fileText({
    format,
    columns: fileColumns,
    batches: batchesOf(db, userId),
    cellOf: (value) => (Array.isArray(value) ? tagsCell(value) : (value ?? '')),
  })

async function* batchesOf(db: Kysely<DB>, userId: string) {
  let last: FileProduct | undefined
  do {
    const batch = await selectForFile(db, userId, last, batchSize)
    if (batch.length > 0) yield batch.map(itemOf)
    last = batch.length === batchSize ? batch.at(-1) : undefined
  } while (last)
}

const itemOf = (product: FileProduct) => ({ ...product, created_at: product.created_at.toISOString() })
