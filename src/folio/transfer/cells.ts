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
