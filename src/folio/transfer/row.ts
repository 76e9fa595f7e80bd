import { isAsin } from '../../shared/amazon/asin.ts'
import { emptyLinkMessage } from '../../shared/amazon/links.ts'
import { AppError } from '../../shared/errors.ts'
import { pick } from '../../shared/fields/by-name.ts'
import { longest } from '../../shared/fields/longest.ts'
import { ownerFields } from '../../shared/fields/owner-fields.ts'
import { isUuid } from '../../shared/uuid.ts'
import { newProduct } from '../contract.ts'
import { linkOf, type NewProduct } from '../products/service.ts'
import type { FileRow } from './file-row.ts'

/** Takes a problem of an item in a file; `column` is empty where it concerns the whole row. */
export type Remark = { line: number; column: string; message: string }

/** The details of an item in a file; absent ones are left out. */
type Given = Partial<Omit<NewProduct, 'amazon_url' | 'asin'>>

/** An item of a file that can be published. */
export type ItemRow = {
  line: number
  /** The product that it may be an edit of. */
  id: string | undefined
  shortLinkId: string | undefined
  link: ReturnType<typeof linkOf>
  given: Given
  /** Null for a text that is no date; undefined where there is none. */
  createdAt: Date | null | undefined
}

/** A category's id by its slug or name; null for the Inbox, undefined for an unknown name. */
type FindCategory = (name: string) => string | null | undefined

/** See {@link FindCategory}. */
export function categoryFinder(categories: { id: string; name: string; slug: string }[]): FindCategory {
  const ids = new Map<string, string | null>([
    ['', null],
    ['inbox', null],
    ...categories.flatMap(({ id, name, slug }) => [[name.toLowerCase(), id] as const, [slug, id] as const]),
  ])
  return (name) => ids.get(name.trim().toLowerCase())
}

/** Reads an item of a file by the rules of publishing: returns the item, or all its problems. */
export function readItem(row: FileRow, findCategory: FindCategory): ItemRow | Remark[] {
  const { line } = row
  const cells = row.folders ? filed(row.cells, row.folders, findCategory) : row.cells
  const id = textOf(cells.id)
  const read = details.safeParse(adapted(cells))
  const category = findCategory(textOf(cells.category))
  const link = read.success ? readLink(read.data.amazon_url, textOf(cells.asin)) : undefined
  const remark = (column: string, message: string): Remark => ({ line, column, message })
  const problems = [
    ...(row.isTooLong ? [remark('', tooLong)] : []),
    ...(read.error?.issues ?? []).map(({ path, message }) => remark(String(path[0]), message)),
    ...(category === undefined ? [remark('category', 'This category does not exist.')] : []),
    ...(typeof link === 'string' ? [remark('amazon_url', link)] : []),
  ]
  if (problems.length > 0 || !read.success || typeof link !== 'object') return problems
  return {
    line,
    id: isUuid(id) ? id.toLowerCase() : undefined,
    shortLinkId: shortLinkAtEnd.exec(textOf(cells.short_link).slice(-longestShortLink - 1))?.[0],
    link,
    given: only(cells, { ...read.data, category: category ?? null }),
    createdAt: instantOf(textOf(cells.created_at)),
  }
}

/** An item of another program: the innermost folder with a category's name is its category, all others are tags. */
function filed(cells: FileRow['cells'], folders: string[], findCategory: FindCategory): FileRow['cells'] {
  const names = folders.filter((name) => name.length <= longest.tag)
  const category = names.findLast((name) => findCategory(name))
  const tags = typeof cells.tags === 'string' ? tagsOfCell(cells.tags) : ((cells.tags ?? []) as string[])
  return { ...cells, category: category ?? '', tags: [...tags, ...names.filter((name) => name !== category)] }
}

// A file names categories by name, and an ASIN counts only where the link has none.
const details = newProduct.omit({ asin: true, category_id: true })

const tooLong = 'This row has more cells than there are columns. Put texts with commas in quotes.'
const longestShortLink = 25
/** A short link's id, alone or at the end of an address. */
const shortLinkAtEnd = /[a-z0-9]+(-[a-z0-9]+)*$/

const textOf = (cell: unknown): string => (typeof cell === 'string' ? cell.trim() : '')

/** The cells in the form of the publishing contract, which was made for JSON: nothing is null and tags are a list. */
const adapted = ({ amazon_url, title, image_url, photos, tags, ...others }: FileRow['cells']) => ({
  ...others,
  amazon_url: amazon_url ?? '',
  title: title ?? '',
  image_url: image_url === '' ? null : image_url,
  photos: typeof photos === 'string' ? tagsOfCell(photos) : photos,
  tags: typeof tags === 'string' ? tagsOfCell(tags) : tags,
})

/** The link's item, or what is wrong with the link (docs/product/add-item.md#link). */
function readLink(amazon_url: string, asin: string): ItemRow['link'] | string {
  if (!amazon_url) return emptyLinkMessage
  const stated = asin.toUpperCase()
  try {
    return linkOf({ amazon_url, asin: isAsin(stated) ? stated : null })
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

type Read = Omit<NewProduct, 'amazon_url' | 'asin' | 'category_id'> & { category: string | null }

/** The fields of a row whose columns the file has. The category is a name here. */
function only(cells: FileRow['cells'], { category, image_url = null, photos, tags, ...texts }: Read): Given {
  const listed = { photos: photos?.length ? photos : null, tags: tags?.length ? tags : null }
  const given = { ...texts, image_url, ...listed, category_id: category }
  return pick(
    given,
    ownerFields.filter((name) => (name === 'category_id' ? 'category' : name) in cells),
  )
}

// A day, or an instant in ISO 8601 or as spreadsheets rewrite it; without a zone it is UTC.
const instant = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(Z|[+-]\d\d:?\d\d)?)?$/i

function instantOf(text: string): Date | null | undefined {
  if (!text) return undefined
  const [, day, time = '00:00', zone = 'Z'] = instant.exec(text) ?? []
  const at = new Date(`${day}T${time}${zone.toUpperCase()}`)
  // Short links and cursors are made of the milliseconds since 1970.
  return at.getTime() >= 0 ? at : null
}

/** Tags or addresses in one cell, between commas. One with a comma or a quotation mark is quoted, as in a CSV. */
export const tagsCell = (tags: string[]): string =>
  tags.map((tag) => (/[,"]/.test(tag) ? `"${tag.replaceAll('"', '""')}"` : tag)).join(', ')

/** More than twenty tags need, however they are quoted; a longer cell is not split into tags. */
const maxTagsCell = 4_000

const nextTag = /\s*(?:"((?:[^"]|"")*)"|([^,]*))\s*(?:,|$)/y

/** The tags of a cell of {@link tagsCell}, or of one typed by hand; a far too long one is one long tag. */
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
