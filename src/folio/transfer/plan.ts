import { knownItems } from '../../amazon/index.ts'
import { type Context, requireUser } from '../../platform/context.ts'
import { each } from '../../shared/fields/by-name.ts'
import { optionalTexts } from '../../shared/fields/owner-fields.ts'
import { lockProducts } from '../collection/sql.ts'
import type { uploadedPictures } from '../products/pictures.ts'
import { photosBeside, picturesOf } from '../products/rules.ts'
import { detailsOf } from '../products/service.ts'
import type { ItemRow, Remark } from './row.ts'
import { type OwnItem, readEdit } from './rules.ts'
import { selectLinked, selectOwnItems, selectUsedKeys } from './sql.ts'

export type KeyedRow = ItemRow & { key: string }

type Details = Omit<ReturnType<typeof detailsOf>, 'image_source'> & { image_source: string | null }
export type Creation = {
  line: number
  key: string
  details: Details
  category_id: string | null
  createdAt: Date
}
type Change = { line: number; before: OwnItem; after: OwnItem }

/** What an import will do with some of a file's items. */
export type Plan = {
  creations: Creation[]
  changes: Change[]
  unchanged: number
  errors: Remark[]
  notices: Remark[]
}

/** What an import will do with one item. */
type Decision = { creation?: Creation; change?: Change; error?: Remark; notice?: Remark }

export type Surroundings = {
  /** The caller's own uploaded picture at an address. */
  uploaded: Awaited<ReturnType<typeof uploadedPictures>>
  /** The line of the file that named a product first, by the product's id. */
  lines: Map<string, number>
  /** Locks the products that will be changed until the transaction ends. */
  lock: boolean
}

/** Decides what to do with some items of a file, and changes nothing. */
export async function planImport(
  context: Context,
  rows: KeyedRow[],
  { uploaded, lines, lock }: Surroundings,
): Promise<Plan> {
  const { userId } = requireUser(context)
  const ownItemOf = await findOwnItems(context, rows, lock)
  const knownOf = await findKnownItems(context, rows)
  const keys = rows.map(({ key }) => key)
  const used = await selectUsedKeys(context.db, userId, keys)
  const now = context.clock()
  const decisions = rows.map((row): Decision => {
    const pictures = { known: knownOf(row), uploaded }
    const own = ownItemOf(row)
    if (own) return decideEdit(row, own, lines, pictures)
    return used.has(row.key) ? {} : decideCreation(row, now, pictures)
  })
  return {
    creations: decisions.flatMap(({ creation }) => creation ?? []),
    changes: decisions.flatMap(({ change }) => change ?? []),
    unchanged: decisions.filter(({ creation, change, error }) => !creation && !change && !error).length,
    errors: decisions.flatMap(({ error }) => error ?? []),
    notices: decisions.flatMap(({ notice }) => notice ?? []),
  }
}

type Known = Awaited<ReturnType<typeof knownItems>>[number] | undefined
type Pictures = Pick<Surroundings, 'uploaded'> & { known: Known }

function decideEdit(row: ItemRow, own: OwnItem, lines: Surroundings['lines'], pictures: Pictures): Decision {
  const first = lines.get(own.id) ?? row.line
  lines.set(own.id, first)
  if (first !== row.line) return { error: remarkOn(row, 'id', sameItem(first)) }
  const sent = row.given.image_url
  const photos = allowedPhotos(row, pictures, own)
  const verdict = readEdit(own, row, {
    uploaded: sent ? pictures.uploaded(sent) : undefined,
    amazons: pictures.known?.image_url,
    photos,
  })
  if (verdict.kind === 'problem') return { error: remarkOn(row, verdict.column, verdict.message) }
  return {
    ...(verdict.changed && { change: { line: row.line, before: own, after: verdict.changed } }),
    ...noticeOf(row, { isPictureLeft: verdict.isPictureLeft, photos }),
  }
}

/** Those of a row's further photos that it may name; undefined where it has no such column. */
function allowedPhotos(
  { given: { photos } }: ItemRow,
  { uploaded }: Pictures,
  present?: OwnItem,
): string[] | undefined {
  if (photos === undefined) return undefined
  const shown = present ? picturesOf(present) : []
  return (photos ?? []).flatMap((photo) => (shown.includes(photo) ? photo : (uploaded(photo) ?? [])))
}

/** That a picture of a row is left out. */
function noticeOf(
  row: ItemRow,
  { isPictureLeft, photos = [] }: { isPictureLeft: boolean; photos: string[] | undefined },
): { notice?: Remark } {
  if (isPictureLeft) return { notice: remarkOn(row, 'image_url', pictureLeft) }
  return photos.length < (row.given.photos?.length ?? 0)
    ? { notice: remarkOn(row, 'photos', pictureLeft) }
    : {}
}

function decideCreation(row: KeyedRow, now: Date, pictures: Pictures): Decision {
  if (row.createdAt === null) return { error: remarkOn(row, 'created_at', noDate) }
  const details = newDetails(row, pictures)
  const photos = allowedPhotos(row, pictures)
  details.photos = photosBeside(details.image_url, photos ?? null)
  const isPictureLeft = Boolean(row.given.image_url && !details.image_url)
  return {
    creation: {
      line: row.line,
      key: row.key,
      details,
      category_id: row.given.category_id ?? null,
      // An imported collection keeps its order, and is not all new in the feed.
      createdAt: row.createdAt && row.createdAt < now ? row.createdAt : now,
    },
    ...noticeOf(row, { isPictureLeft, photos }),
  }
}

const sameItem = (line: number) =>
  `Line ${line} is about the same item. Empty id and short_link to add it again.`
const pictureLeft = 'This picture was not imported. Please upload it in the app.'
const noDate = 'Use a date such as 2026-01-31 or 2026-01-31T18:30:00Z.'

const remarkOn = ({ line }: ItemRow, column: string, message: string): Remark => ({ line, column, message })

const absent = { title: '', ...each(optionalTexts, () => null), tags: null, category_id: null }

/** As in publishing; without a picture in the file it is Amazon's, where that is known. */
function newDetails({ link, given }: ItemRow, { known, uploaded }: Pictures): Details {
  const sent = given.image_url === undefined ? known?.image_url : given.image_url
  const words = { ...absent, ...given, image_url: sent }
  const own = sent ? uploaded(sent) : undefined
  return {
    ...detailsOf({ ...words, amazon_url: link.amazon_url, asin: link.asin }, known),
    ...(own && { image_url: own, image_source: 'owner' }),
  }
}

/** The rows' products, by id or else by short link: only the caller's own live ones. */
async function findOwnItems(context: Context, rows: ItemRow[], lock: boolean) {
  const { userId } = requireUser(context)
  const shortLinkIds = rows.flatMap(({ shortLinkId }) => shortLinkId ?? [])
  const linked = await selectLinked(context.db, shortLinkIds)
  const idsOf = ({ id, shortLinkId }: ItemRow) =>
    [id, shortLinkId && linked.get(shortLinkId)].filter((found) => found !== undefined)
  const ids = [...new Set(rows.flatMap(idsOf))]
  // Locked before they are read, so that each product's category is its current one.
  if (lock) await lockProducts(context.db, userId, ids)
  const items = await selectOwnItems(context.db, userId, ids)
  const byId = new Map(items.map((item) => [item.id, item]))
  return (row: ItemRow): OwnItem | undefined => {
    const id = idsOf(row).find((candidate) => byId.has(candidate))
    return id === undefined ? undefined : byId.get(id)
  }
}

/** What the server has read of the rows' items. Nothing is known of a made-up one. */
async function findKnownItems(context: Context, rows: ItemRow[]) {
  const links = rows.map(({ link }) => link).filter((link) => !link.asin_is_made_up)
  const items = await knownItems(context, links)
  const keyOf = (item: { marketplace: string; asin: string }) => `${item.marketplace} ${item.asin}`
  const byKey = new Map(items.map((item) => [keyOf(item), item]))
  return ({ link }: ItemRow): Known => (link.asin_is_made_up ? undefined : byKey.get(keyOf(link)))
}
