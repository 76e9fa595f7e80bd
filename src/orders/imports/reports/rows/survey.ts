import { type DecimalSign, foreignCurrency, provenDecimalSign } from '../cells/amount-rules.ts'
import { type DateOrder, dateOrderEvidence } from '../cells/date-rules.ts'
import { type ReadChunk, Refusal } from '../file/file-text.ts'
import type { Scanned } from '../file/scanner.ts'
import { amountColumns, dateColumn, type Header } from './header-rules.ts'
import { type Conventions, createTrial } from './reading.ts'
import type { RowError } from './row.ts'
import { isTotalsRow, type Layout, otherCurrency, type ReportOf, rowsBelow } from './table.ts'

/** Facts about the whole file that are needed before its first row can be read. */
export type Survey = {
  rows: number
  decimal: DecimalSign
  /** Null if dates can be read two ways and no date proves which; such dates are the examples. */
  dateOrder: DateOrder | null
  examples: string[]
}

/** What is known of a file before it is read; null where no admin has said how its dates are written. */
type Surveyed = ReportOf & { fileHash: Uint8Array; dateOrder: DateOrder | null } & Omit<
    Conventions,
    'decimal' | 'dateOrder'
  >

const maxExamples = 5
const plainAmount = /^[\d.,()\s-]*$/

/** So many rows that all fail for one column say enough of a file: reading on would take minutes, and end the same. */
const enoughRows = 1_000

/**
 * Reads a whole file for how it writes amounts and dates. Throws a Refusal for another currency, and, after its first
 * rows, for a column that none of them can be read by, however the file may write.
 */
export async function surveyRows(
  chunk: ReadChunk,
  layout: Layout,
  { fileHash, dateOrder, timeZone, reportAsOf, statuses, ...of }: Surveyed,
): Promise<Survey> {
  const { header } = layout
  const date = dateColumn[header.format]
  const positions = amountColumns[header.format].flatMap((name) => header.columns.get(name) ?? [])
  const datePosition = header.columns.get(date) ?? -1
  const amounts = { '.': 0, ',': 0 }
  const dates = { month_first: 0, day_first: 0 }
  const examples = new Set<string>()
  const trials = tryFirst(header, { dateOrder, timeZone, reportAsOf, statuses, ...of })
  let rows = 0
  for await (const scanned of rowsBelow(chunk, layout, fileHash))
    for (const row of scanned) {
      if ('cells' in row) {
        for (const position of positions) {
          const cell = row.cells[position] ?? ''
          const currency = plainAmount.test(cell) ? null : foreignCurrency(cell, of.currency)
          if (currency) throw otherCurrency(currency, of)
          const sign = provenDecimalSign(cell)
          if (sign) amounts[sign] += 1
        }
        if (isTotalsRow(row.cells, header, date)) continue
        const cell = row.cells[datePosition]?.trim() ?? ''
        const order = dateOrderEvidence(cell)
        if (order === 'either') {
          if (examples.size < maxExamples) examples.add(cell)
        } else if (order) dates[order] += 1
      }
      rows += 1
      if (rows <= enoughRows) trials.add(row)
      if (rows === enoughRows) trials.refuseUnreadable(likely(amounts), provenOrder(dates, false))
    }
  return {
    rows,
    decimal: likely(amounts),
    dateOrder: provenOrder(dates, examples.size > 0),
    examples: [...examples],
  }
}

const likely = (amounts: Record<DecimalSign, number>): DecimalSign =>
  amounts[','] > amounts['.'] ? ',' : '.'

/** Reads the first rows by each way in which the file may write amounts and dates. */
function tryFirst(header: Header, known: Omit<Surveyed, 'fileHash'>) {
  const orders: DateOrder[] = known.dateOrder ? [known.dateOrder] : ['month_first', 'day_first']
  const trials = orders.flatMap((dateOrder) =>
    (['.', ','] as const).map((decimal) => ({
      ...{ dateOrder, decimal },
      trial: createTrial(header, { ...known, decimal, dateOrder }),
    })),
  )
  return {
    add(row: Scanned): void {
      for (const { trial } of trials) trial.add(row)
    },
    /** Refuses rows that all fail for one column, in the words of the likely way. */
    refuseUnreadable(decimal: DecimalSign, dateOrder: DateOrder | null): void {
      if (trials.some(({ trial }) => trial.problem() === null)) return
      const way = trials.find(
        (one) => one.decimal === decimal && one.dateOrder === (known.dateOrder ?? dateOrder ?? 'month_first'),
      )
      const problem = way?.trial.problem()
      if (problem)
        throw new Refusal(
          unreadable(`None of the first ${enoughRows.toLocaleString('en-US')} rows can be read.`, problem),
        )
    },
  }
}

/** That rows cannot be read, and why the first of them cannot. */
export const unreadable = (which: string, { line, column, message }: RowError): string =>
  `${which} Line ${line}${column && `, ${column}`}: ${message}`

/** The order that most of a file's dates prove; the few that contradict it are errors. */
function provenOrder(dates: Record<DateOrder, number>, hasUnclear: boolean): DateOrder | null {
  if (dates.month_first === dates.day_first && (hasUnclear || dates.day_first > 0)) return null
  return dates.day_first > dates.month_first ? 'day_first' : 'month_first'
}
