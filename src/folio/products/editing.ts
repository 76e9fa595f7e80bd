import type { z } from 'zod'
import { knownItem } from '../../amazon/index.ts'
import { lockUploaded, type Media, pictureMissing } from '../../media/index.ts'
import { type Context, inTransaction, requireUser } from '../../platform/context.ts'
import { AppError, forbidden, invalid, notFound } from '../../shared/errors.ts'
import type { productChanges } from '../contract.ts'
import {
  changeProduct,
  deleteCategoryLinks,
  deleteCategoryLinksOf,
  deleteOwnProducts,
  lockProduct,
  lockProductsOf,
  selectCategorized,
  selectCategoryIds,
  selectOwners,
  tombstoneProductsOf,
  wordless,
} from './editing-sql.ts'
import { discardPictures, isOfOwnPicture, uploadedAmong } from './pictures.ts'
import { changedDetails, chosenPhotos, chosenPicture, picturesOf } from './rules.ts'
import { categoryExists, insertCategoryLinks } from './sql.ts'

/** The versions an edit may start from; undefined allows any. */
type Versions = string[] | undefined

export type Edit = {
  id: string
  changes: z.output<typeof productChanges>
  versions: Versions
  /** Leaves the picture as it is where another's address was sent: for clients that send Amazon's back. */
  ignoresForeignPicture?: boolean
}

type LockedProduct = NonNullable<Awaited<ReturnType<typeof lockProduct>>>
/** The category to move to, null for the Inbox; undefined to stay. */
type Move = string | null | undefined

/**
 * Changes a product of the caller's own; absent fields stay (docs/product/edit-item.md#edit-dialog). Fields equal to
 * the stored ones make no new version and no conflict, so that an edit whose answer was lost may be sent again. Throws
 * `not_found`, `forbidden` for another person's, `version_mismatch` when it has changed since, and `validation_failed`
 * naming the field.
 */
export async function editProduct(
  context: Context,
  media: Media,
  { id, changes, versions, ignoresForeignPicture = false }: Edit,
): Promise<void> {
  const { userId } = requireUser(context)
  const { image_url: sent, photos: further } = changes
  // Outside of the transaction, since the store may be slow.
  const addresses = [...(sent ? [sent] : []), ...(further ?? [])]
  const uploadedAt = await uploadedAmong(context, media, { userId, addresses })
  const uploaded = sent ? uploadedAt(sent) : undefined
  await inTransaction(context, async (tx) => {
    const product = await lockOwnProduct(tx, id)
    const amazons = sent && !product.asin_is_made_up ? (await knownItem(tx, product))?.image_url : undefined
    const asked = chosenPicture(sent, { present: product.image_url, uploaded, amazons })
    const isIgnored = asked === null && ignoresForeignPicture && sent && !isOfOwnPicture(userId, sent)
    const picture = isIgnored ? undefined : asked
    const present = picturesOf(product)
    const photos = chosenPhotos(further, (address) =>
      present.includes(address) ? address : uploadedAt(address),
    )
    const chosen = { picture: picture ?? undefined, photos: photos ?? undefined }
    const details = changedDetails(product, changes, chosen)
    const move = await moveOf(tx, id, changes.category_id)
    const isRefused = picture === null || photos === null
    const isUnchanged = !isRefused && move === undefined && Object.keys(details).length === 0
    if (isUnchanged) return
    requireVersion(product, versions)
    if (picture === null) throw pictureMissing()
    if (photos === null) throw pictureMissing('photos')
    const own = picture?.image_source === 'owner' ? picture.image_url : null
    const added = details.photos?.filter((photo) => !present.includes(photo)) ?? []
    await lockUploaded(tx, { image_url: own ? [own] : [], photos: added })
    if (move !== undefined) await moveProduct(tx, product, move)
    await changeProduct(tx.db, id, {
      ...details,
      ...(move !== undefined && { is_categorized: move !== null }),
      updated_at: tx.clock(),
    })
    const shown = picturesOf({ ...product, ...details })
    await discardPictures(
      tx,
      userId,
      present.filter((address) => !shown.includes(address)),
    )
  })
}

/**
 * Deletes a product of the caller's own for good. Its tombstone keeps ASIN, owner, payee and short links, for later
 * orders (docs/product/products.md#deleting). Throws like {@link editProduct}.
 */
export async function deleteProduct(
  context: Context,
  { id, versions }: { id: string; versions: Versions },
): Promise<void> {
  const { userId } = requireUser(context)
  await inTransaction(context, async (tx) => {
    const product = await lockOwnProduct(tx, id)
    requireVersion(product, versions)
    await deleteCategoryLinks(tx.db, [id])
    const at = tx.clock()
    await changeProduct(tx.db, id, { ...wordless, updated_at: at, deleted_at: at })
    await discardPictures(tx, userId, picturesOf(product))
  })
}

/**
 * Deletes those of the products that are the caller's own and live, for good and all at once, as {@link deleteProduct}
 * does each, and returns their ids. Other ids are ignored, so that it may be sent again; with a `version` also those of
 * products in another one.
 */
export async function deleteProducts(
  context: Context,
  ids: string[],
  { version }: { version?: number } = {},
): Promise<string[]> {
  const { userId } = requireUser(context)
  return inTransaction(context, async (tx) => {
    const deleted = await deleteOwnProducts(tx.db, { userId, ids, at: tx.clock(), version })
    await deleteCategoryLinks(
      tx.db,
      deleted.map(({ id }) => id),
    )
    await discardPictures(tx, userId, deleted.flatMap(picturesOf))
    return deleted.map(({ id }) => id)
  })
}

async function lockOwnProduct(context: Context, id: string): Promise<LockedProduct> {
  const product = await lockProduct(context.db, id)
  if (!product) throw notFound('Product')
  if (product.user_id !== requireUser(context).userId) throw notYourOwn()
  return product
}

const notYourOwn = () => forbidden('You can only change your own items.')

function requireVersion({ version }: LockedProduct, versions: Versions): void {
  if (versions && !versions.includes(String(version)))
    throw new AppError('version_mismatch', 'This item was changed elsewhere after you opened it.', {
      version,
    })
}

async function moveOf({ db }: Context, productId: string, asked: Move): Promise<Move> {
  if (asked === undefined) return undefined
  const present = await selectCategoryIds(db, productId)
  const isThere = asked === null ? present.length === 0 : present.length === 1 && present[0] === asked
  return isThere ? undefined : asked
}

async function moveProduct(
  { db }: Context,
  product: LockedProduct,
  categoryId: string | null,
): Promise<void> {
  if (categoryId && !(await categoryExists(db, categoryId)))
    throw invalid('category_id', 'This category does not exist.')
  await deleteCategoryLinks(db, [product.id])
  if (categoryId)
    await insertCategoryLinks(db, [
      { product_id: product.id, category_id: categoryId, created_at: product.created_at },
    ])
}

/** Throws `not_found`, or `forbidden` for another person's, unless these are live products of the caller's own. */
export async function requireOwnProducts(context: Context, ids: string[]): Promise<void> {
  const { userId } = requireUser(context)
  const owners = new Map((await selectOwners(context.db, ids)).map(({ id, user_id }) => [id, user_id]))
  for (const id of ids) if (!owners.has(id)) throw notFound('Product')
  if ([...owners.values()].some((owner) => owner !== userId)) throw notYourOwn()
}

/** Which of these products are in a category. */
export const findCategorized = async ({ db }: Context, ids: string[]): Promise<string[]> =>
  selectCategorized(db, ids)

/**
 * Makes the caller's products tombstones without a name, in the transaction that deletes the account: their texts and
 * choices go, while ASIN, payee and short links stay for later orders (docs/product/products.md#deleting). Products
 * deleted before lose their texts and owner too.
 */
export async function tombstoneProducts(context: Context): Promise<void> {
  const { userId } = requireUser(context)
  await lockProductsOf(context.db, userId)
  await tombstoneProductsOf(context.db, userId, context.clock())
  await deleteCategoryLinksOf(context.db, userId)
}
