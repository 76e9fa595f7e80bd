import type pg from 'pg'
import type { z } from 'zod'
import { type Amazon, knownItem } from '../../amazon/index.ts'
import { lockUploaded, type Media, pictureMissing } from '../../media/index.ts'
import { type Context, isAdmin, requireUser } from '../../platform/context.ts'
import { whereBroken } from '../../platform/database/errors.ts'
import { findMade, type IdempotencyKey, once } from '../../platform/idempotency.ts'
import { type AccountLimit, createAccountLimit } from '../../platform/limits/account-limit.ts'
import { noAsinMessage, readAmazonLink } from '../../shared/amazon/links.ts'
import { withoutSampleTags } from '../../shared/amazon/sample.ts'
import { wordsWithoutAmazon } from '../../shared/amazon/shown-to-others.ts'
import { AppError, accountDeleted, hasCode, invalid, notFound } from '../../shared/errors.ts'
import { pick } from '../../shared/fields/by-name.ts'
import { optionalTexts } from '../../shared/fields/owner-fields.ts'
import { isProductRef, publicTitle } from '../../shared/product.ts'
import type { category, newProduct, product } from '../contract.ts'
import { serializeProduct } from '../serialize.ts'
import { type Edit, editProduct } from './editing.ts'
import { isOfOwnPicture, uploadedAmong } from './pictures.ts'
import { chosenPhotos, photosBeside, pictureOf, publishingLimit } from './rules.ts'
import { giveShortLinks } from './short-links.ts'
import {
  categoryExists,
  insertCategoryLinks,
  insertProduct,
  resolveProductRef,
  selectCategories,
  selectCreatorOfDeleted,
  selectNewestShortLink,
  selectPayee,
  selectProduct,
  takeFeedPositions,
} from './sql.ts'

export type NewProduct = z.output<typeof newProduct>

/** What the server has read of an item. Only this may supply a price and Amazon's picture. */
type Known = Awaited<ReturnType<typeof knownItem>>

/** The server's own data of a new product: Amazon's details, and the pictures that its creator uploaded. */
type Found = { known: Known; uploaded: string | undefined; photos: string[] | null }

type PublishOptions = {
  idempotencyKey?: IdempotencyKey | undefined
  /** How often an account may publish; none for callers in this process. */
  limit?: AccountLimit
  /** For callers in this process: what the product is made from. */
  importKey?: string
  /**
   * Texts beside a made-up ASIN are a sample's, until their owner edits them: for clients with samples of their own.
   */
  hasOwnSamples?: boolean
}

/**
 * Makes the product, its category link and short link in one transaction and returns the product's id
 * (docs/product/add-item.md#publishing). Triggers of the earnings slice add its sums. The same key returns the product
 * it made first, without a call of `onMade`. Throws `validation_failed` naming the field, `conflict` when the caller's
 * account has just been deleted, and as {@link once} does.
 */
async function createProduct(
  context: Context,
  input: NewProduct,
  { known, uploaded, photos }: Found,
  { idempotencyKey, importKey, hasOwnSamples = false }: PublishOptions,
  onMade: () => void,
): Promise<string> {
  const { userId } = requireUser(context)
  return once(context, { key: idempotencyKey, sent: input }, async (tx) => {
    if (input.category_id && !(await categoryExists(tx.db, input.category_id)))
      throw invalid('category_id', 'This category does not exist.')
    if (!uploaded && input.image_url && isOfOwnPicture(userId, input.image_url)) throw pictureMissing()
    if (!photos) throw pictureMissing('photos')
    await lockUploaded(tx, { image_url: uploaded ? [uploaded] : [], photos })
    const at = tx.clock()
    const details = {
      ...detailsOf({ ...input, tags: known ? input.tags : withoutSampleTags(input.tags) }, known),
      ...(uploaded && { image_url: uploaded, image_source: 'owner' }),
    }
    details.photos = photosBeside(details.image_url, photos)
    if (hasOwnSamples && details.asin_is_made_up) details.metadata_source = 'sample'
    const payeeId = await requirePayee(tx, userId)
    const positions = takeFeedPositions(tx.db, userId, { wishes: [at], now: at })
    const [feed_at = null] = await whereBroken({ feed_hours_user_id_fkey: accountDeleted }, positions)
    const inserted = insertProduct(tx.db, {
      user_id: userId,
      payee_id: payeeId,
      ...details,
      ...(importKey && { import_key: importKey }),
      created_at: at,
      updated_at: at,
      feed_at,
    })
    const id = await whereBroken({ products_user_id_fkey: accountDeleted }, inserted)
    const { category_id } = input
    await completeProducts(tx, [{ id, title: publicTitle(details), category_id, created_at: at }])
    onMade()
    return id
  })
}

/**
 * The item that the link names; a made-up ASIN only where a link has none to read
 * (docs/product/add-item.md#sample-details).
 */
export function linkOf({ amazon_url, asin }: Pick<NewProduct, 'amazon_url' | 'asin'>) {
  const link = readAmazonLink(amazon_url)
  if (link.kind === 'product')
    return { amazon_url: link.url, marketplace: link.marketplace, asin: link.asin, asin_is_made_up: false }
  if (link.kind === 'short' && asin)
    return { amazon_url: link.url, marketplace: 'us', asin, asin_is_made_up: true }
  if (link.kind === 'short' || link.kind === 'no_asin') throw invalid('amazon_url', noAsinMessage)
  throw invalid('amazon_url', 'Invalid Amazon URL provided')
}

/**
 * The values of a new product: its link, texts, price and picture, and their sources, without further photos. A sample
 * description beside an own title is dropped. Throws `validation_failed` for a link without an item.
 */
export function detailsOf(input: NewProduct, known: Known) {
  const title = input.title.trim()
  const words = { title, description: input.description }
  return {
    ...linkOf(input),
    ...pick(input, optionalTexts),
    ...pictureOf(input.image_url, known),
    ...(known
      ? { ...words, metadata_source: title === known.title ? known.source : 'owner' }
      : wordsWithoutAmazon(words)),
    photos: null as string[] | null,
    tags: input.tags?.length ? input.tags : null,
    is_categorized: input.category_id !== null,
    price_cents: known?.price_cents ?? null,
    price_as_of: known?.price_as_of ?? null,
  }
}

/** The payee whom the user's products are credited to. Throws `conflict` where there is none. */
export async function requirePayee({ db }: Context, userId: string): Promise<string> {
  const payeeId = await selectPayee(db, userId)
  if (!payeeId) throw new AppError('conflict', 'This account cannot post products.')
  return payeeId
}

/** An inserted product, as far as its short link and category need it; its title as others see it. */
type Made = { id: string; title: string; category_id: string | null; created_at: Date }

/**
 * Inserts category link and short link of new products, in the caller's transaction
 * (docs/product/add-item.md#publishing). Throws `conflict` where no short link was free.
 */
export async function completeProducts(context: Context, made: Made[]): Promise<void> {
  const { db } = context
  await insertCategoryLinks(
    db,
    made.flatMap(({ id, category_id, created_at }) =>
      category_id ? [{ product_id: id, category_id, created_at }] : [],
    ),
  )
  await giveShortLinks(
    context,
    made.map(({ id, title, created_at }) => ({ id, title, at: created_at })),
  )
}

type Product = z.input<typeof product>

/** All categories by sort_order. */
export async function listCategories({ db }: Context): Promise<{ items: z.input<typeof category>[] }> {
  return { items: await selectCategories(db) }
}

/** How often an account may publish. */
export const createPublishingLimit = (pool: pg.Pool): AccountLimit =>
  createAccountLimit(pool, publishingLimit)

/**
 * Publishes a product as the caller and returns it. A repeated request under the same key counts once, and is answered
 * beyond the limit too. Throws `rate_limited`, and as {@link createProduct} does.
 */
export async function publishProduct(
  context: Context,
  { amazon, media }: { amazon: Amazon; media: Media },
  input: NewProduct,
  options: PublishOptions = {},
): Promise<Product> {
  const { userId } = requireUser(context)
  const { marketplace, asin, asin_is_made_up } = linkOf(input)
  const known = asin_is_made_up ? undefined : await knownItem(context, { marketplace, asin })
  const { image_url: sent, photos: further } = input
  const addresses = [...(sent ? [sent] : []), ...(further ?? [])]
  const uploadedAt = await uploadedAmong(context, media, { userId, addresses })
  const uploaded = sent ? uploadedAt(sent) : undefined
  const photos = chosenPhotos(further ?? null, uploadedAt) ?? null
  const post = (done: (points: number) => void) =>
    createProduct(context, input, { known, uploaded, photos }, options, () => done(1))
  const { limit, idempotencyKey } = options
  const id = await (limit
    ? limit.spend(context, 1, post).catch(unlessMade(context, idempotencyKey, post))
    : post(() => {}))
  return readProduct(context, amazon, id)
}

/** For a refused request that had published before: the product it made. */
const unlessMade =
  (context: Context, key: IdempotencyKey | undefined, post: (done: () => void) => Promise<string>) =>
  async (refusal: unknown): Promise<string> => {
    const wasMade = key && hasCode(refusal, 'rate_limited') && (await findMade(context, key))
    if (!wasMade) throw refusal
    return post(() => {})
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

/**
 * A live product by short-link id, product id or ASIN. By a list's link its shop links carry that one
 * (docs/product/lists.md#links-of-a-list). Throws `not_found`: for a deleted one with its creator, where
 * they are still there, and for a withheld one to all but its owner and admins.
 */
export async function getProduct(context: Context, amazon: Amazon, ref: string): Promise<Product> {
  const named = isProductRef(ref) ? await resolveProductRef(context.db, ref) : undefined
  if (!named) throw notFound('Product')
  return readProduct(context, amazon, named.id, named.is_of_list ? ref : null)
}

/** The id of a live product by short-link id, product id or ASIN, withheld or not: for operators. */
export const findProductId = async ({ db }: Context, ref: string): Promise<string | undefined> =>
  isProductRef(ref) ? (await resolveProductRef(db, ref))?.id : undefined

/**
 * The path of the page of the newest live product with an ASIN (docs/product/addresses.md#for-programs). Without one it
 * is the ASIN's own, which says 'Product Preview Not Available'.
 */
export const pagePathOf = async ({ db }: Context, asin: string): Promise<string> =>
  `/l/${(await selectNewestShortLink(db, asin)) ?? asin}`

async function readProduct(
  context: Context,
  amazon: Amazon,
  id: string,
  listLink: string | null = null,
): Promise<Product> {
  const row = await selectProduct(context.db, id)
  if (!row) {
    const creator = await selectCreatorOfDeleted(context.db, id)
    throw notFound('Product', creator && { creator })
  }
  if (row.withheld && !maySeeWithheld(context, row.user_id)) throw notFound('Product')
  const viewer = { isOwner: row.user_id === context.actor?.userId, now: context.clock() }
  const short_link_id = listLink ?? row.short_link_id
  const links = amazon.linksFor({ ...row, short_link_id, public_title: publicTitle(row) })
  return { ...serializeProduct(row, viewer, links), list_link: listLink }
}

const maySeeWithheld = (context: Context, ownerId: string) =>
  isAdmin(context) || context.actor?.userId === ownerId
