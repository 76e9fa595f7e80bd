import { stringify } from 'csv-stringify/sync'

/** Spreadsheets take a CSV for UTF-8 when it begins with this. */
export const byteOrderMark = '\uFEFF'

/** A cell that no spreadsheet runs: a plain number, also a negative one such as a returned amount. */
const isNumber = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text)

// The characters as spreadsheets read them: East Asian ones take the full-width characters for the plain ones.
const begins = "[=+\\-@＝＋－＠\\t\\r\\n']"
const runnable = new RegExp(`^${begins}`)
const madePlain = new RegExp(`^'${begins}`)

/**
 * A cell that a spreadsheet would run as a formula gets an apostrophe in front, which makes it plain text. A text that
 * already begins with an apostrophe gets one too, so that {@link unguarded} returns exactly the original text. Numbers
 * stay numbers.
 */
export const guarded = (text: string): string => (runnable.test(text) && !isNumber(text) ? `'${text}` : text)

/** The text that {@link guarded} was given. Another tool's leading apostrophe, as in 'tis, stays. */
export const unguarded = (cell: string): string => (madePlain.test(cell) ? cell.slice(1) : cell)

/**
 * Rows of a CSV for programs: exactly these cells, each quoted, so that no reader interprets spaces and line breaks.
 */
export const exactCsvRows = (rows: string[][]): string =>
  stringify(rows, { quoted: true, quoted_empty: true, record_delimiter: '\r\n' })

/** Rows of a CSV for spreadsheets, in which nothing runs as a formula. */
export const csvRows = (rows: string[][]): string => exactCsvRows(rows.map((row) => row.map(guarded)))
