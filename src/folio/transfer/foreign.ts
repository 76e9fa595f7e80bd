import type { FileRow } from './file-row.ts'

type Cells = FileRow['cells']

/** True for a file of bookmarks, as every browser, Pocket and Raindrop write them. */
export const isBookmarks = (head: string): boolean => /^\s*<!doctype netscape-bookmark-file/i.test(head)

// No part goes beyond the next `<`, so that a hostile file is read in one pass.
const marks = /<h3\b([^<>]*)>([^<]*)|<a\s([^<>]*)>([^<]*)|<dd>([^<]*)|<(\/?)dl\b/gi

/**
 * The items of a file of bookmarks, with the folders that they lie in, outermost first. The folders that every browser
 * has (its bar, 'Other bookmarks') say nothing of an item.
 */
export function readBookmarks(text: string): FileRow[] {
  const rows: FileRow[] = []
  const folders: (string | undefined)[] = []
  let opening: string | undefined
  for (const [, ofFolder, name, ofItem, title, note, end] of text.matchAll(marks)) {
    if (ofFolder !== undefined) opening = isBrowsersOwn(ofFolder) ? undefined : plain(name)
    else if (ofItem !== undefined) rows.push({ line: rows.length + 1, ...bookmark(ofItem, title, folders) })
    else if (note !== undefined) Object.assign(rows.at(-1)?.cells ?? {}, { description: plain(note) })
    else if (end) folders.pop()
    else {
      folders.push(opening)
      opening = undefined
    }
  }
  return rows
}

const isBrowsersOwn = (attributes: string) =>
  /\b(personal_toolbar|unfiled_bookmarks)_folder=/i.test(attributes)

const bookmark = (attributes: string, title: string | undefined, folders: (string | undefined)[]) => ({
  cells: {
    amazon_url: attribute(attributes, 'href'),
    title: plain(title),
    created_at: instantOf(attribute(attributes, 'add_date') || attribute(attributes, 'time_added')),
    tags: attribute(attributes, 'tags'),
  },
  folders: folders.filter((folder) => folder !== undefined),
})

const attribute = (attributes: string, name: string): string =>
  plain(new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(attributes)?.[1])

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The text of HTML without elements. */
const plain = (html = ''): string =>
  html
    .replace(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]+));/gi, (whole, decimal, hex, name) => {
      if (name) return entities[name.toLowerCase()] ?? whole
      return String.fromCodePoint(Number.parseInt(decimal ?? hex, decimal ? 10 : 16))
    })
    .trim()

/** Seconds since 1970 as an instant; what is none is left out. */
function instantOf(seconds: string): string {
  const at = new Date(Number(seconds) * 1000)
  return seconds && at.getTime() > 0 ? at.toISOString() : ''
}

type Translated = Pick<FileRow, 'cells' | 'folders'>

/** Ours of the columns of Pocket’s and Raindrop’s CSV; undefined where it is neither’s. */
export function foreignRow(columns: string[]): ((cells: Cells) => Translated) | undefined {
  const has = (...names: string[]) => names.every((name) => columns.includes(name))
  if (has('amazon_url') || !has('url')) return undefined
  if (has('time_added')) return fromPocket
  return has('folder', 'created') ? fromRaindrop : undefined
}

const text = (cell: unknown): string => (typeof cell === 'string' ? cell : '')

const fromPocket = ({ url, title, tags, time_added }: Cells): Translated => ({
  cells: {
    amazon_url: url,
    // Pocket gives what has no title its address.
    title: title === url ? '' : title,
    tags: text(tags).split('|').filter(Boolean),
    created_at: instantOf(text(time_added)),
  },
})

const fromRaindrop = ({ url, title, note, excerpt, tags, created, folder }: Cells): Translated => ({
  cells: { amazon_url: url, title, user_comment: note, description: excerpt, tags, created_at: created },
  folders: text(folder)
    .split('/')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'Unsorted'),
})
