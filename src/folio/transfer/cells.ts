import { stringify } from 'csv-stringify/sync'

/**
 * A cell that spreadsheets would run as a formula, made plain text by an apostrophe in front. A text's own apostrophe
 * in front gets one too, so that {@link unguarded} gives back exactly what was written.
 */
export const guarded = (text: string): string => (/^[=+\-@\t\r']/.test(text) ? `'${text}` : text)

/** What {@link guarded} was given. Another tool's leading apostrophe, as in 'tis, stays. */
export const unguarded = (cell: string): string => (/^'[=+\-@\t\r']/.test(cell) ? cell.slice(1) : cell)

/** Rows of a CSV. Every cell is quoted, so that spaces and line breaks are nobody's to interpret. */
export const csvRows = (rows: string[][]): string =>
  stringify(
    rows.map((row) => row.map(guarded)),
    { quoted: true, quoted_empty: true, record_delimiter: '\r\n' },
  )

/** Tags in one cell, between commas. As in a CSV, a tag that holds a comma or a quotation mark stands in quotes. */
export const tagsCell = (tags: string[]): string =>
  tags.map((tag) => (/[,"]/.test(tag) ? `"${tag.replaceAll('"', '""')}"` : tag)).join(', ')

/** More than twenty tags fill, however they are quoted: beyond it no tags are looked for. */
const maxTagsCell = 4_000

const nextTag = /\s*(?:"((?:[^"]|"")*)"|([^,]*))\s*(?:,|$)/y

/** The tags of a cell of {@link tagsCell}, or one that was typed by hand; a far too long one is one long tag. */
export function tagsOfCell(cell: string): string[] {
  if (cell.length > maxTagsCell) return [cell]
  const tags: string[] = []
  nextTag.lastIndex = 0
  while (nextTag.lastIndex < cell.length) {
    const [, quoted, plain = ''] = nextTag.exec(cell) ?? []
    tags.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
  }
  return tags
}
