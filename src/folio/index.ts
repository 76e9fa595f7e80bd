import type { z } from 'zod'
import { type Amazon, knownItem } from '../amazon/service.ts'
import type { Media } from '../media/service.ts'
import { type Context, requireUser } from '../platform/context.ts'
import { notFound } from '../shared/errors.ts'
import type { category, product } from './contract.ts'
import { presentProduct } from './present.ts'
import { type Edit, editProduct } from './products/editing.ts'
import { createProduct, linkOf, type NewProduct, type PostOptions } from './products/service.ts'
import { resolveProductRef, selectCategories, selectNewestShortLink, selectProduct } from './products/sql.ts'

export { buryProducts } from './burial.ts'
export { assignInbox, listInboxIds, returnToInbox, setPin } from './collection/organising.ts'
export { listOwnCategories, listOwnProducts } from './collection/own-collection.ts'
export { listCategoriesByPin, listInboxProducts } from './collection/procedures.ts'
export { exportFolio } from './export.ts'
export { countNewCards, listCards, listFollowedCards, searchProducts } from './lists/public-lists.ts'
export { deleteProduct } from './products/editing.ts'
export { removeReplacedPicture, removeReplacedPictureJob } from './products/pictures.ts'

type Product = z.input<typeof product>

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

/** Changes a product of the caller's own and returns it. See {@link editProduct}. */
export async function updateProduct(
  context: Context,
  { amazon, media }: { amazon: Amazon; media: Media },
  edit: Edit,
): Promise<Product> {
  await editProduct(context, media, edit)
  return readProduct(context, amazon, edit.id)
}

/** A live product by short-link id, product id or ASIN. Throws `not_found`, for a deleted one too. */
export async function getProduct(context: Context, amazon: Amazon, ref: string): Promise<Product> {
  const id = isProductRef(ref) ? await resolveProductRef(context.db, ref) : undefined
  if (!id) throw notFound('Product')
  return readProduct(context, amazon, id)
}

// Short-link ids, product ids and ASINs; anything else cannot be in the database.
const isProductRef = (text: string) => /^[A-Za-z0-9-]{1,64}$/.test(text)

/**
 * The path of the page of the newest live product with an ASIN (spec section 7, Share links). Where there is none it
 * is the ASIN's own, which says 'Product Preview Not Available'.
 */
export const pagePathOf = async ({ db }: Context, asin: string): Promise<string> =>
  `/l/${(await selectNewestShortLink(db, asin)) ?? asin}`

async function readProduct(context: Context, amazon: Amazon, id: string): Promise<Product> {
  const row = await selectProduct(context.db, id)
  if (!row) throw notFound('Product')
  const viewer = { isOwner: row.user_id === context.actor?.userId, now: context.clock() }
  return presentProduct(row, viewer, amazon.linksFor(row))
}
