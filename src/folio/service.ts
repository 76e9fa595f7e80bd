import type { z } from 'zod'
import { type Amazon, knownItem } from '../amazon/service.ts'
import { type Context, requireUser } from '../platform/context.ts'
import { readCursor, writeCursor } from '../shared/cursor.ts'
import { invalid, notFound } from '../shared/errors.ts'
import type { category, folioContract, product, productCard } from './contract.ts'
import { createProduct, linkOf, type NewProduct, type PostOptions } from './posting.ts'
import { presentCard, presentProduct } from './present.ts'
import {
  type CardFilter,
  type CardRow,
  countInbox,
  resolveProductRef,
  selectCards,
  selectCategories,
  selectOwnCategories,
  selectProduct,
} from './sql.ts'

export { buryProducts } from './burial.ts'
export { exportFolio } from './export.ts'

/** Cards on one page of any list (spec section 9). */
const pageSize = 40

type Product = z.input<typeof product>
type Card = z.input<typeof productCard>
type ListQuery = { category?: string | undefined; asin?: string | undefined; cursor?: string | undefined }

/** All categories by sort_order. */
export async function listCategories({ db }: Context): Promise<{ items: z.input<typeof category>[] }> {
  return { items: await selectCategories(db) }
}

/** Posts a product as the caller and returns it. See {@link createProduct}. */
export async function postProduct(
  context: Context,
  amazon: Amazon,
  input: NewProduct,
  options: PostOptions = {},
): Promise<Product> {
  requireUser(context)
  const { marketplace, asin, asin_is_made_up } = linkOf(input)
  const known = asin_is_made_up ? undefined : await knownItem(context, { marketplace, asin })
  return readProduct(context, amazon, await createProduct(context, input, known, options))
}

/** A live product by short-link id, product id or ASIN. Throws `not_found`, for a deleted one too. */
export async function getProduct(context: Context, amazon: Amazon, ref: string): Promise<Product> {
  const id = isProductRef(ref) ? await resolveProductRef(context.db, ref) : undefined
  if (!id) throw notFound('Product')
  return readProduct(context, amazon, id)
}

// Short-link ids, product ids and ASINs; anything else cannot be in the database.
const isProductRef = (text: string) => /^[A-Za-z0-9-]{1,64}$/.test(text)

async function readProduct(context: Context, amazon: Amazon, id: string): Promise<Product> {
  const row = await selectProduct(context.db, id)
  if (!row) throw notFound('Product')
  const viewer = { isOwner: row.user_id === context.actor?.userId, now: context.clock() }
  return presentProduct(row, viewer, amazon.linksFor(row))
}

/** Public cards, newest first, of everyone or of one person. */
export async function listCards(
  context: Context,
  filter: { userId?: string; category?: string | undefined; cursor?: string | undefined },
): Promise<{ items: Card[]; next_cursor: string | null }> {
  const viewer = { isOwner: false, now: context.clock() }
  const rows = await selectCards(context.db, {
    ...(filter.userId && { userId: filter.userId }),
    ...(filter.category && { categorySlug: filter.category }),
    ...pageOf(filter.cursor),
  })
  return toPage(rows, (row) => presentCard(row, viewer))
}

/** The caller's own products, newest first; of one category, the Inbox (`category: 'inbox'`) or one ASIN. */
export async function listOwnProducts(context: Context, query: ListQuery) {
  const { userId } = requireUser(context)
  const viewer = { isOwner: true, now: context.clock() }
  const filter: CardFilter = { userId, ...pageOf(query.cursor) }
  if (query.category === 'inbox') filter.inbox = true
  else if (query.category) filter.categorySlug = query.category
  if (query.asin) filter.asin = query.asin
  return toPage(await selectCards(context.db, filter), (row) => ({
    ...presentCard(row, viewer),
    needs_details: row.metadata_source === 'sample',
  }))
}

/** How many of the caller's products each category and the Inbox hold. */
export async function listOwnCategories(
  context: Context,
): Promise<z.input<(typeof folioContract)['GET /api/v1/me/categories']['response']>> {
  const { userId } = requireUser(context)
  const [items, inbox] = await Promise.all([
    selectOwnCategories(context.db, userId),
    countInbox(context.db, userId),
  ])
  return { items, inbox_count: inbox.n }
}

/** One more than a page, to know whether there is a next one. */
function pageOf(cursor: string | undefined): Pick<CardFilter, 'before' | 'limit'> {
  if (cursor === undefined) return { limit: pageSize + 1 }
  const before = readCursor(cursor)
  if (!before) throw invalid('cursor', 'This cursor is not one of ours.')
  return { before, limit: pageSize + 1 }
}

function toPage<T>(
  rows: CardRow[],
  present: (row: CardRow) => T,
): { items: T[]; next_cursor: string | null } {
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  const next =
    rows.length > pageSize && last ? writeCursor({ createdAt: last.created_at, id: last.id }) : null
  return { items: shown.map(present), next_cursor: next }
}
