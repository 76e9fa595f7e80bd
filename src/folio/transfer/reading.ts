import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import { unguarded } from '../../platform/files/csv.ts'
import { createDecoder } from '../../platform/files/decoder.ts'
import { maxFileItems } from '../../shared/collection.ts'
import { invalid } from '../../shared/errors.ts'
import type { FileRow } from './file-row.ts'
import { foreignRow, isBookmarks, readBookmarks } from './foreign.ts'

const requiredColumn = 'amazon_url'

/** Far more than an item's texts can fill, and than any tool has columns. Bounds the cost of a hostile file. */
const maxRowBytes = 2_000_000
const maxColumns = 200
/** As many columns as a spreadsheet has: an item may be followed by empty cells, but not without end. */
const maxLines = 1_048_576

const refused = (message: string) => invalid('body', message)

/**
 * Reads a whole file into its items. Nothing is used before its end was read: an unreadable file imports nothing.
 * Throws `validation_failed` with the reason.
 */
export async function readRows(bytes: Uint8Array, format: 'csv' | 'json'): Promise<FileRow[]> {
  if (bytes.length === 0) throw refused('This file is empty.')
  const text = createDecoder().read(bytes, true)
  const head = text.slice(0, 10_000)
  if (head.includes('\0'))
    throw refused('This file cannot be read. Save it as CSV in UTF-8 (“CSV UTF-8”), then choose it again.')
  if (isBookmarks(head)) return bounded(readBookmarks(text))
  const rows = format === 'csv' ? await readCsv(text, head) : readJson(text)
  if (rows.length > 0 && !rows.some(({ cells }) => requiredColumn in cells)) throw missingColumn(format)
  return rows
}

function bounded(rows: FileRow[]): FileRow[] {
  if (rows.length > maxFileItems) throw tooMany()
  return rows
}

const missingColumn = (format: 'csv' | 'json') =>
  refused(
    format === 'csv'
      ? `The first line must name the columns, and one of them must be ${requiredColumn}.`
      : `The items of this file have no ${requiredColumn}.`,
  )

const tooMany = () =>
  refused(`A file may hold at most ${maxFileItems.toLocaleString('en-US')} items. Please split it.`)

async function readCsv(text: string, head: string): Promise<FileRow[]> {
  const rows: FileRow[] = []
  let columns: string[] | undefined
  let line = 0
  for await (const record of recordsOf(Buffer.from(text), separatorOf(head))) {
    line += 1
    if (line > maxLines) throw tooMany()
    if (record.every((cell) => cell.trim() === '')) continue
    if (columns) rows.push({ line, ...cellsOf(columns, record) })
    else columns = columnsOf(record)
    if (rows.length > maxFileItems) throw tooMany()
  }
  const translate = foreignRow(columns ?? [])
  if (translate) return rows.map((row) => ({ ...row, ...translate(row.cells) }))
  if (!columns?.includes(requiredColumn)) throw missingColumn('csv')
  return rows
}

/**
 * Reads a slice of the file at a time, so that other requests are served. Slices are small, since a file may be all
 * line ends and Node's queue of records becomes thousands of times slower above 50,000.
 */
async function* slicesOf(bytes: Uint8Array, size = 16_384) {
  for (let at = 0; at < bytes.length; at += size) {
    await setImmediate()
    yield bytes.subarray(at, at + size)
  }
}

async function* recordsOf(bytes: Uint8Array, delimiter: string): AsyncGenerator<string[]> {
  const parser = parse({
    bom: true,
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: maxRowBytes,
  })
  try {
    yield* Readable.from(slicesOf(bytes)).pipe(parser)
  } catch (error) {
    if (error instanceof CsvError) throw refused(`This file is not readable as CSV. ${error.message}`)
    throw error
  }
}

/** The separator of the columns: names of columns hold none of the three. */
function separatorOf(head: string): string {
  const [firstLine = ''] = head.trimStart().split(/[\r\n]/, 1)
  const count = (separator: string) => firstLine.split(separator).length
  return [',', ';', '\t'].reduce((most, separator) => (count(separator) > count(most) ? separator : most))
}

/** A column's name, however it is written: `Amazon URL` is amazon_url. */
const columnName = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')

function columnsOf(record: string[]): string[] {
  if (record.length > maxColumns) throw refused(`A file may have at most ${maxColumns} columns.`)
  const columns = record.map(columnName)
  const twice = columns.find((name, index) => name !== '' && columns.indexOf(name) !== index)
  if (twice) throw refused(`The column ${twice} appears twice.`)
  return columns
}

const cellsOf = (columns: string[], record: string[]): Omit<FileRow, 'line'> => ({
  // A row may end early, as some tools write it; the missing columns are absent.
  cells: Object.fromEntries(
    columns.slice(0, record.length).map((name, index) => [name, unguarded(record[index] ?? '')]),
  ),
  isTooLong: record.slice(columns.length).some((cell) => cell.trim() !== ''),
})

function readJson(text: string): FileRow[] {
  const items = itemsOf(parsed(text))
  if (items.length > maxFileItems) throw tooMany()
  return items.map((item, index) => {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) throw anotherShape()
    const fields = Object.entries(item).map(([name, value]) => [columnName(name), value])
    return { line: index + 1, cells: Object.fromEntries(fields) }
  })
}

const anotherShape = () =>
  refused('This JSON file is not a collection. It must have a list: {"items": [{"amazon_url": "…"}]}.')

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw refused('This file is not readable as JSON.')
  }
}

function itemsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  if (typeof value === 'object' && value !== null && 'items' in value && Array.isArray(value.items))
    return value.items
  throw anotherShape()
}
