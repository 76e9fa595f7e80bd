/** A row of a CSV, or why it cannot be read. Rows are counted from 1, as spreadsheets do. */
export type Scanned =
  | { line: number; cells: string[] }
  | { line: number; problem: 'open_quote' | 'misplaced_quote' | 'too_long' }

/** Far more than an order's row has, and little enough to hold in memory: longer rows are reported as broken. */
const maxLength = 65_536

const quote = 34
const lineFeed = 10
const carriageReturn = 13

/**
 * Splits CSV text into rows and cells, piece by piece. If a quotation mark is never closed, or closed in the middle of
 * a cell, only the first line of that row is broken; the lines after it are read as rows. The usual parsers end there,
 * or read everything that follows as one cell.
 */
export function createScanner(delimiter: string, header?: { line: number; width: number }) {
  const separator = delimiter.charCodeAt(0)
  let rest = ''
  let line = 0
  let isSkipping = false
  /** A row with a broken quoted cell, which then has another number of cells than the header, counts as broken. */
  const isDoubtful = ({ cells, hasLineBreak }: Row) =>
    hasLineBreak && header !== undefined && line >= header.line && cells.length !== header.width

  function scan(text: string, isLast: boolean): Scanned[] {
    const found: Scanned[] = []
    let start = 0
    if (isSkipping) {
      start = lineEnd(text, 0, isLast)
      if (start === 0) return found
      isSkipping = false
    }
    while (start < text.length) {
      const row = readRow(text, start, separator, isLast)
      if (typeof row === 'object' && !isDoubtful(row)) {
        line += 1
        found.push(row.next - start > maxLength ? { line, problem: 'too_long' } : { line, cells: row.cells })
        start = row.next
        continue
      }
      const next = lineEnd(text, start, isLast)
      if (!isLast && text.length - start <= maxLength && (row === 'incomplete' || next === 0)) break
      line += 1
      const isTooLong = next === 0 ? !isLast : next - start > maxLength
      found.push({
        line,
        problem: isTooLong ? 'too_long' : row === 'misplaced' ? 'misplaced_quote' : 'open_quote',
      })
      isSkipping = next === 0 && !isLast
      start = next === 0 ? text.length : next
    }
    rest = text.slice(start)
    return found
  }

  return {
    /** The rows that are complete with this text. */
    read: (text: string, isLast: boolean): Scanned[] => scan(rest + text, isLast),
  }
}

type Row = { cells: string[]; next: number; hasLineBreak: boolean }

function readRow(
  text: string,
  start: number,
  separator: number,
  isLast: boolean,
): Row | 'incomplete' | 'misplaced' {
  const cells: string[] = []
  let hasLineBreak = false
  let at = start
  for (;;) {
    if (text.charCodeAt(at) === quote) {
      const end = closingQuote(text, at + 1)
      if (end === -1) return 'incomplete'
      const inside = text.slice(at + 1, end)
      if (inside.includes('\n') || inside.includes('\r')) hasLineBreak = true
      cells.push(inside.includes('"') ? inside.replaceAll('""', '"') : inside)
      at = end + 1
      // What follows may be a second quotation mark.
      if (at >= text.length && !isLast) return 'incomplete'
    } else {
      const from = at
      for (let code = text.charCodeAt(at); ; code = text.charCodeAt(at)) {
        if (code === separator || code === lineFeed || code === carriageReturn || at >= text.length) break
        at += 1
      }
      cells.push(text.slice(from, at))
    }
    if (at >= text.length) return isLast ? { cells, next: at, hasLineBreak } : 'incomplete'
    const code = text.charCodeAt(at)
    if (code === separator) {
      at += 1
      continue
    }
    if (code === lineFeed) return { cells, next: at + 1, hasLineBreak }
    if (code !== carriageReturn) return 'misplaced'
    if (at + 1 >= text.length && !isLast) return 'incomplete'
    return { cells, next: text.charCodeAt(at + 1) === lineFeed ? at + 2 : at + 1, hasLineBreak }
  }
}

/** The position of the quotation mark that closes a cell; two in a row are one in its text. */
function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 2))
    if (text.charCodeAt(at + 1) !== quote) return at
  return -1
}

/** Where the next line begins; 0 where that is not known yet. */
function lineEnd(text: string, from: number, isLast: boolean): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === lineFeed) return at + 1
    if (code !== carriageReturn) continue
    if (at + 1 === text.length && !isLast) return 0
    return text.charCodeAt(at + 1) === lineFeed ? at + 2 : at + 1
  }
  return 0
}
