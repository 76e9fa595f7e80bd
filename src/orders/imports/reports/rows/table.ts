import { currencyName } from '../../../../shared/amazon/currencies.ts'
import { marketplaceName } from '../../../../shared/amazon/marketplaces.ts'
import { foreignCurrency, shown } from '../cells/amount-rules.ts'
import { type ReadChunk, Refusal, textOfFile } from '../file/file-text.ts'
import { createScanner, type Scanned } from '../file/scanner.ts'
import { type Header, headerOf, missingHeader, twiceIn } from './header-rules.ts'

const delimiters = [',', '\t', ';']
/** The header is the first row, or below a title of a few rows. */
const maxRowsAbove = 30
const headLength = 65_536

/** The layout of a file. */
export type Layout = {
  header: Header
  headerLine: number
  delimiter: string
  /** The text above the header. */
  title: string
}

/** The marketplace of a report, and its currency. */
export type ReportOf = { marketplace: string; currency: string }

/** Finds the header, and with it the separator. Throws {@link Refusal} if there is none. */
export async function findLayout(chunk: ReadChunk, of: ReportOf): Promise<Layout> {
  const head = await headOf(chunk)
  if (head.text.trim() === '') throw new Refusal('This file is empty.')
  const tables = delimiters.map((delimiter) => ({ delimiter, rows: rowsAtTop(delimiter, head) }))
  for (let position = 0; position < maxRowsAbove; position += 1)
    for (const { delimiter, rows } of tables) {
      const header = headerOf(rows[position] ?? [])
      if (!header) continue
      refuseUnclear(header, of)
      const title = rows.slice(0, position).flat().join(' ').trim()
      return { header, headerLine: position + 1, delimiter, title }
    }
  throw new Refusal(missingHeader(tables.flatMap(({ rows }) => rows)))
}

async function headOf(chunk: ReadChunk): Promise<{ text: string; isLast: boolean }> {
  let head = ''
  for await (const { text, isLast } of textOfFile(chunk, null)) {
    head += text
    if (isLast || head.length >= headLength) return { text: head, isLast }
  }
  return { text: head, isLast: true }
}

const rowsAtTop = (delimiter: string, { text, isLast }: { text: string; isLast: boolean }): string[][] =>
  createScanner(delimiter)
    .read(text, isLast)
    .slice(0, maxRowsAbove)
    .map((row) => ('cells' in row ? row.cells : []))

function refuseUnclear(header: Header, of: ReportOf) {
  const twice = twiceIn(header)
  if (twice !== null) throw new Refusal(`The column ${shown(twice)} appears twice.`)
  for (const name of header.names) {
    const inBrackets = /\(([^)]*)\)/.exec(name)?.[1]
    const currency = foreignCurrency(inBrackets ?? name.replace(/\p{L}/gu, ''), of.currency)
    if (currency) throw otherCurrency(currency, of)
  }
}

/** Each marketplace reports in its own currency (docs/product/reports.md#currencies). */
export const otherCurrency = (found: string, { marketplace, currency }: ReportOf) =>
  new Refusal(
    `This report has “${shown(found)}”, but ${marketplaceName(marketplace)} reports in ${currencyName(currency)} (${currency}). Choose the report’s marketplace.`,
    'currency_unsupported',
  )

/** The rows below the header; empty ones are left out, but counted as lines. */
export async function* rowsBelow(
  chunk: ReadChunk,
  { delimiter, headerLine, header }: Layout,
  fileHash: Uint8Array | null,
): AsyncGenerator<Scanned[]> {
  const scanner = createScanner(delimiter, { line: headerLine, width: header.names.length })
  for await (const { text, isLast } of textOfFile(chunk, fileHash)) {
    const rows = scanner.read(text, isLast)
    yield rows.filter((row) => row.line > headerLine && !('cells' in row && isBlank(row.cells)))
  }
}

const isBlank = (cells: string[]) => cells.every((cell) => cell === '' || cell.trim() === '')

/** A row of sums below the others: it is labelled so, and has no item and no day. */
export function isTotalsRow(cells: string[], { columns }: Header, dateColumn: string): boolean {
  const asin = cells[columns.get('asin') ?? -1]?.trim() ?? ''
  const date = cells[columns.get(dateColumn) ?? -1]?.trim() ?? ''
  return (
    (asin === '' || totals.test(asin)) &&
    (date === '' || totals.test(date)) &&
    cells.some((cell) => totals.test(cell.trim()))
  )
}

const totals = /^(?:grand |sub)?-?totals?:?$/i
