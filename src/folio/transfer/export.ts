import type { Kysely } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import { fileColumns } from '../../shared/collection-file.ts'
import { csvRows, tagsCell } from './cells.ts'
import { type FileProduct, selectForFile } from './sql.ts'

const batchSize = 500

/** Spreadsheets take a CSV for UTF-8 when it begins with this. */
const byteOrderMark = '\uFEFF'

/**
 * A person's collection as the text of a file, a batch at a time, so that the memory it takes does not grow with it.
 * The oldest comes first: an import makes the items in their order.
 */
export async function* fileOf(
  db: Kysely<DB>,
  userId: string,
  format: 'csv' | 'json',
): AsyncGenerator<string> {
  const write = writers[format]()
  yield write.start
  for await (const batch of batchesOf(db, userId)) yield write.batch(batch)
  yield write.end
}

async function* batchesOf(db: Kysely<DB>, userId: string) {
  let last: FileProduct | undefined
  do {
    const batch = await selectForFile(db, userId, last, batchSize)
    if (batch.length > 0) yield batch
    last = batch.length === batchSize ? batch.at(-1) : undefined
  } while (last)
}

const writers = {
  csv: () => ({
    start: byteOrderMark + csvRows([[...fileColumns]]),
    batch: (products: FileProduct[]) => csvRows(products.map(cellsOf)),
    end: '',
  }),
  json: () => {
    let separator = '\n'
    return {
      start: '{"items": [',
      batch: (products: FileProduct[]) => {
        const items = products.map((product) => JSON.stringify(itemOf(product))).join(',\n')
        const text = separator + items
        separator = ',\n'
        return text
      },
      end: '\n]}\n',
    }
  },
}

const itemOf = (product: FileProduct) =>
  Object.fromEntries(
    fileColumns.map((column) => [
      column,
      column === 'created_at' ? product.created_at.toISOString() : product[column],
    ]),
  )

const cellsOf = (product: FileProduct): string[] =>
  fileColumns.map((column) => {
    if (column === 'created_at') return product.created_at.toISOString()
    return column === 'tags' ? tagsCell(product.tags ?? []) : (product[column] ?? '')
  })
