import { zoneOf } from '../../../../shared/dates/time-zone.ts'
import { dayMs } from '../../../../shared/time.ts'
import { maxStatuses, type StatusMeaning } from '../../statuses/contract.ts'
import type { UnknownRows } from '../../statuses/rules.ts'
import { type AmountStyle, shown } from '../cells/amount-rules.ts'
import { statusKey } from '../cells/cell-rules.ts'
import { createDateReader, type DateOrder, periodOf } from '../cells/date-rules.ts'
import type { ReadChunk } from '../file/file-text.ts'
import type { Scanned } from '../file/scanner.ts'
import { CellProblem, rowReaders, UnknownStatus } from './formats.ts'
import { dateColumn, type Header } from './header-rules.ts'
import { copyLine, type RowError } from './row.ts'
import { isTotalsRow, type Layout, rowsBelow } from './table.ts'
import { createTotals, type FileTotals } from './totals.ts'

/** Rows of a file that are staged together. */
export type Batch = {
  /** Lines for COPY. */
  pieces: Uint8Array[]
  errors: RowError[]
  /** Rows of the file that have been read so far, good or bad. */
  done: number
}

export type ReadRows = {
  rows: number
  failed: number
  firstProblem: RowError | null
  totals: FileTotals
  periodDays: string[] | null
  /** Unknown statuses; their rows are among those that failed. */
  unknownStatuses: UnknownRows[]
}

/** How many rows are committed at a time: a quarter of a second's work, and 3 MB, of which three are in memory. */
const batchRows = 25_000
const pieceLength = 65_536
/** How many problems of a file are stored; all are counted. */
export const maxErrors = 10_000

export type Conventions = AmountStyle & {
  dateOrder: DateOrder
  timeZone: string
  reportAsOf: Date
  marketplace: string
  statuses: Record<string, StatusMeaning>
}

/** Reads the rows of a file by its conventions, and passes them on in batches. */
export async function readRows(
  ports: { chunk: ReadChunk; staged(batch: Batch): Promise<void> },
  layout: Layout,
  conventions: Conventions,
): Promise<ReadRows> {
  const { header } = layout
  const { format } = header
  const { read, readDate } = readerOf(header, conventions)
  const totals = createTotals(header, conventions)
  const batches = createBatches(ports.staged)
  let firstProblem: RowError | null = null
  const unknown = new Map<string, UnknownRows>()
  for await (const scanned of rowsBelow(ports.chunk, layout, null)) {
    for (const row of scanned) {
      if ('cells' in row && isTotalsRow(row.cells, header, dateColumn[format])) {
        totals.setRow(row.cells)
        continue
      }
      try {
        const found = read(row)
        totals.add(found)
        batches.add(copyLine(found))
      } catch (problem) {
        const error = rowError(problem, row, header)
        firstProblem ??= error
        batches.fail(error)
        const cents = totals.leaveOut('cells' in row ? row.cells : undefined)
        if (problem instanceof UnknownStatus) addUnknown(unknown, problem.status, cents)
      }
    }
    await batches.handOn()
  }
  await batches.finish()
  return {
    ...batches.counts(),
    firstProblem,
    totals: totals.read(),
    periodDays: periodOf(layout.title, readDate),
    unknownStatuses: [...unknown.values()],
  }
}

/** How the rows of a file are read; `read` throws a {@link CellProblem}. */
function readerOf(header: Header, conventions: Conventions) {
  const { format, columns } = header
  const zone = zoneOf(conventions.timeZone)
  const readDate = createDateReader({
    order: conventions.dateOrder,
    slashesOnly: format === 'folio_csv',
    zone,
    lastDay: zone.dayOf(new Date(conventions.reportAsOf.getTime() + 2 * dayMs)),
  })
  const read = rowReaders[format]({ ...conventions, columns, readDate })
  return { read: (row: Scanned) => read(wholeCells(row, header), row.line), readDate }
}

/**
 * Finds the problem of a file's first rows: the first row's, if all of them fail for the same column. It is null if any
 * can be read, or only needs its status to be explained.
 */
export function createTrial(header: Header, conventions: Conventions) {
  const { read } = readerOf(header, conventions)
  let first: RowError | null = null
  let isOver = false
  return {
    add(row: Scanned): void {
      const problem = isOver ? null : problemOf(() => read(row))
      if (problem === null || problem instanceof UnknownStatus) isOver = true
      else {
        const error = rowError(problem, row, header)
        first ??= error
        isOver = error.column !== first.column
      }
    },
    problem: (): RowError | null => (isOver ? null : first),
  }
}

function problemOf(work: () => unknown): unknown {
  try {
    work()
    return null
  } catch (problem) {
    return problem
  }
}

/**
 * Adds a row to those of its status, as written first; a long text, or one more than a file asks about, is no status.
 */
function addUnknown(unknown: Map<string, UnknownRows>, status: string, cents: number) {
  const key = statusKey(status)
  const known = unknown.get(key) ?? { status: storable(status), rows: 0, cents: 0 }
  if (key.length === 0 || key.length > longestStatus || (known.rows === 0 && unknown.size >= maxStatuses))
    return
  unknown.set(key, { ...known, rows: known.rows + 1, cents: known.cents + cents })
}

const longestStatus = 100

const brokenRow = {
  open_quote:
    'A quotation mark is opened in this row and not closed. Put a text in two quotation marks, and double those in it.',
  misplaced_quote:
    'A quotation mark stands in the middle of a cell. Put the whole text in quotation marks, and double those in it.',
  too_long: 'This row is far too long.',
}

function wholeCells(row: Scanned, { names }: Header): string[] {
  if ('problem' in row) throw new CellProblem('', brokenRow[row.problem])
  const { cells } = row
  if (cells.length < names.length)
    throw new CellProblem('', `This row has ${cells.length} cells, but there are ${names.length} columns.`)
  // Some programs end each row with empty cells.
  if (cells.length > names.length && cells.slice(names.length).some((cell) => cell.trim() !== ''))
    throw new CellProblem(
      '',
      `This row has ${cells.length} cells, but there are only ${names.length} columns. A text with commas must stand in quotation marks.`,
    )
  return cells
}

function rowError(problem: unknown, row: Scanned, { columns, names }: Header): RowError {
  if (!(problem instanceof CellProblem)) throw problem
  const id = 'cells' in row ? row.cells[columns.get('order_item_id') ?? -1]?.trim() : ''
  return {
    line: row.line,
    orderItemId: id ? storable(id.slice(0, 200)) : null,
    column: storable(shown(names[columns.get(problem.column) ?? -1] ?? '')),
    message: storable(problem.message),
  }
}

/** PostgreSQL stores neither the character NUL nor halves of characters, which remain where a text was cut. */
const storable = (text: string) => text.replaceAll('\0', ' ').toWellFormed()

function createBatches(staged: (batch: Batch) => Promise<void>) {
  let pieces: Uint8Array[] = []
  let errors: RowError[] = []
  let text = ''
  let rows = 0
  let failed = 0
  let handedOn = 0
  // One further batch is read while one is being stored.
  let storing: Promise<void> = Promise.resolve()

  function cut() {
    if (text !== '') pieces.push(new TextEncoder().encode(text))
    text = ''
  }
  async function next() {
    cut()
    await storing
    handedOn = rows + failed
    storing = staged({ pieces, errors, done: handedOn })
    // A failure is thrown where the promise is awaited.
    storing.catch(() => {})
    pieces = []
    errors = []
  }
  return {
    add(line: string) {
      rows += 1
      text += line
      if (text.length >= pieceLength) cut()
    },
    fail(error: RowError) {
      failed += 1
      if (failed <= maxErrors) errors.push(error)
    },
    async handOn() {
      if (rows + failed - handedOn >= batchRows) await next()
    },
    async finish() {
      if (rows + failed > handedOn) await next()
      await storing
    },
    counts: () => ({ rows, failed }),
  }
}
