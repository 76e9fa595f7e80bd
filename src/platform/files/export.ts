import type { FileFormat } from '../../shared/export-file.ts'
import { byteOrderMark, csvRows } from './csv.ts'

type FileTextOptions<Column extends string, Row> = {
  format: FileFormat
  columns: readonly Column[]
  /** Rows as JSON tells them. */
  batches: AsyncIterable<Row[]>
  /** A value in a CSV; empty for null and a text for itself, unless said otherwise. */
  cellOf?: (value: Row[keyof Row & Column]) => string
}

const plain = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

/**
 * The text of a file, a batch of rows at a time, so that the memory it takes does not grow with it: a CSV with a
 * header, or JSON as `{"items": […]}`. What reads it to its end has it whole; a failure of `batches` is thrown.
 */
export async function* fileText<Column extends string, Row extends Record<Column, unknown>>({
  format,
  columns,
  batches,
  cellOf = plain,
}: FileTextOptions<Column, Row>): AsyncGenerator<string> {
  if (format === 'csv') {
    yield byteOrderMark + csvRows([[...columns]])
    for await (const rows of batches)
      yield csvRows(rows.map((row) => columns.map((column) => cellOf(row[column]))))
    return
  }
  let separator = '\n'
  yield '{"items": ['
  for await (const rows of batches) {
    const items = rows.map((row) => JSON.stringify(row, [...columns]))
    yield separator + items.join(',\n')
    separator = ',\n'
  }
  yield '\n]}\n'
}
