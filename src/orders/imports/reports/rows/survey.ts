import { type DecimalSign, foreignCurrency, provenDecimalSign } from '../cells/amount-rules.ts'
import { type DateOrder, dateOrderEvidence } from '../cells/date-rules.ts'
import type { ReadChunk } from '../file/file-text.ts'
import { amountColumns, dateColumn } from './header-rules.ts'
import { isTotalsRow, type Layout, otherCurrency, type ReportOf, rowsBelow } from './table.ts'

/** Facts about the whole file that are needed before its first row can be read. */
export type Survey = {
  rows: number
  decimal: DecimalSign
  /** Null if dates can be read two ways and no date proves which; such dates are the examples. */
  dateOrder: DateOrder | null
  examples: string[]
}

const maxExamples = 5
const plainAmount = /^[\d.,()\s-]*$/

/** Reads a whole file for how it writes amounts and dates. Throws a Refusal for another currency. */
export async function surveyRows(
  chunk: ReadChunk,
  layout: Layout,
  { fileHash, ...of }: ReportOf & { fileHash: Uint8Array },
): Promise<Survey> {
  const { header } = layout
  const date = dateColumn[header.format]
  const positions = amountColumns[header.format].flatMap((name) => header.columns.get(name) ?? [])
  const datePosition = header.columns.get(date) ?? -1
  const amounts = { '.': 0, ',': 0 }
  const dates = { month_first: 0, day_first: 0 }
  const examples = new Set<string>()
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
    }
  return {
    rows,
    decimal: amounts[','] > amounts['.'] ? ',' : '.',
    dateOrder: provenOrder(dates, examples.size > 0),
    examples: [...examples],
  }
}

/** The order that most of a file's dates prove; the few that contradict it are errors. */
function provenOrder(dates: Record<DateOrder, number>, hasUnclear: boolean): DateOrder | null {
  if (dates.month_first === dates.day_first && (hasUnclear || dates.day_first > 0)) return null
  return dates.day_first > dates.month_first ? 'day_first' : 'month_first'
}
