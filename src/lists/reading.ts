import type { z } from 'zod'
import { cardsOf, ownerOfProduct } from '../folio/index.ts'
import { getProfile } from '../people/index.ts'
import { type Context, requireUser } from '../platform/context.ts'
import { readRankCursor, writeRankCursor } from '../shared/cursor.ts'
import { notFound } from '../shared/errors.ts'
import { parseCursor, toPage } from '../shared/paging.ts'
import { utcDay } from '../shared/time.ts'
import { isUsername } from '../shared/username.ts'
import type {
  listCard,
  listedProductsContract,
  listsContract,
  ownListCard,
  ownListItem,
  ownListsContract,
} from './contract.ts'
import {
  type ItemRow,
  type Place,
  selectListsShowing,
  selectNewOfFollowed,
  selectOwnItem,
  selectOwnList,
  selectOwnListPage,
  selectOwnLists,
  selectPublicList,
  selectPublicLists,
} from './reading-sql.ts'
import { pageSize } from './rules.ts'
import {
  authorOf,
  serializeList,
  serializeOwnItem,
  serializeOwnList,
  serializeShownItem,
} from './serialize.ts'

type Public = typeof listsContract
type Own = typeof ownListsContract

/** The public lists of a person, by a current or former username. Throws `not_found`. */
export async function listPublicLists(
  context: Context,
  username: string,
): Promise<z.input<Public['GET /api/v1/profiles/:username/lists']['response']>> {
  const { id } = await getProfile(context, username)
  const rows = await selectPublicLists(context.db, id)
  return { items: rows.map(serializeList), next_cursor: null }
}

/**
 * A public list with a page of its products, by names that person and list have or had
 * (docs/product/lists.md#public-lists). Throws `not_found` for any that others may not see, and `validation_failed` for
 * a bad cursor.
 */
export async function readPublicList(
  context: Context,
  names: { username: string; slug: string },
  cursor: string | undefined,
): Promise<z.input<Public['GET /api/v1/lists/:username/:slug']['response']>> {
  const part = partAfter(cursor)
  const row = isUsername(names.username) ? await selectPublicList(context.db, names, part) : undefined
  if (!row) throw notFound('List')
  const page = pageOf(row.items)
  const cards = await cardsOf(context, productsOf(page.items))
  const items = page.items.flatMap((item) => {
    const product = cards.get(item.product_id)
    return product ? [serializeShownItem(item, product, row.user_id)] : []
  })
  return { ...serializeList(row), last_name: row.last_name, items: { ...page, items } }
}

/** The newest lists that people whom the caller follows have made public since an instant. */
export async function newListsOfFollowed(
  context: Context,
  since: Date,
  limit: number,
): Promise<z.input<typeof listCard>[]> {
  const { userId } = requireUser(context)
  return (await selectNewOfFollowed(context.db, { follower: userId, since, limit })).map(serializeList)
}

/** The caller's lists, and whether each has a product. */
export async function listOwnLists(
  context: Context,
  { product_id }: { product_id?: string | undefined },
): Promise<z.input<Own['GET /api/v1/me/lists']['response']>> {
  const rows = await selectOwnLists(context.db, { ...asOwner(context), productId: product_id ?? null })
  return { items: rows.map((row) => serializeOwnList(row, standing(context))) }
}

/** One of the caller's lists, with a page of its products. Throws `not_found`. */
export async function readOwnListPage(
  context: Context,
  id: string,
  cursor: string | undefined,
): Promise<z.input<Own['GET /api/v1/me/lists/:id']['response']>> {
  const owner = asOwner(context)
  const row = await selectOwnListPage(context.db, { ...owner, id }, partAfter(cursor))
  if (!row) throw notFound('List')
  const page = pageOf(row.items)
  const cards = await ownCards(context, page.items)
  const items = page.items.map((item) => serializeOwnItem(item, cards(item), owner.userId))
  return { ...serializeOwnList(row, standing(context)), items: { ...page, items } }
}

/** One of the caller's lists. Throws `not_found`. */
export async function readOwnList(context: Context, id: string): Promise<z.input<typeof ownListCard>> {
  const row = await selectOwnList(context.db, { ...asOwner(context), id })
  if (!row) throw notFound('List')
  return serializeOwnList(row, standing(context))
}

/** An item of one of the caller's lists. Throws `not_found`. */
export async function readOwnItem(
  context: Context,
  named: { listId: string; id: string },
): Promise<z.input<typeof ownListItem>> {
  const row = await selectOwnItem(context.db, named)
  if (!row) throw notFound('Item')
  const cards = await ownCards(context, [row])
  return serializeOwnItem(row, cards(row), row.user_id)
}

/** The public lists of others that show one of the caller's products. Throws `not_found` for a product of others. */
export async function listListsShowing(
  context: Context,
  productId: string,
): Promise<z.input<(typeof listedProductsContract)['GET /api/v1/products/:ref/lists']['response']>> {
  const { userId } = requireUser(context)
  if ((await ownerOfProduct(context, productId)) !== userId) throw notFound('Product')
  const rows = await selectListsShowing(context.db, { productId, not: userId, limit: 100 })
  return {
    items: rows.map(({ id, slug, title, ...author }) => ({ id, slug, title, profiles: authorOf(author) })),
  }
}

const asOwner = (context: Context) => ({
  userId: requireUser(context).userId,
  today: utcDay(context.clock().getTime()),
})

const standing = (context: Context) => ({ isUnproven: requireUser(context).isUnproven === true })

/** The cards of items that their list's owner may see: of others' only those that the list shows. */
async function ownCards(context: Context, items: ItemRow[]) {
  const { userId } = requireUser(context)
  const cards = await cardsOf(context, productsOf(items), userId)
  return ({ product_id, is_shown }: ItemRow) => {
    const card = cards.get(product_id)
    return card && (is_shown || card.user_id === userId) ? card : undefined
  }
}

const productsOf = (items: ItemRow[]) => items.map(({ product_id }) => product_id)

const readPlace = (text: string): Place | null => {
  const cursor = readRankCursor(text)
  return cursor && { position: cursor.rank, id: cursor.id }
}

const partAfter = (cursor: string | undefined) => ({
  after: parseCursor(cursor, readPlace),
  limit: pageSize + 1,
})

const pageOf = (rows: ItemRow[] | null) =>
  toPage(rows ?? [], {
    limit: pageSize,
    serialize: (row) => row,
    cursorOf: ({ position, id }: ItemRow) => writeRankCursor({ rank: position, id }),
  })
