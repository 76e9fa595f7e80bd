import { rememberItems } from '../../../src/amazon/index.ts'
import { listCategories, listOwnCategories, publishProduct, setPin } from '../../../src/folio/index.ts'
import { hasPicture, pictureAddress, storePicture } from '../../../src/media/index.ts'
import { productUrl } from '../../../src/shared/amazon/links.ts'
import { marketplaces } from '../../../src/shared/amazon/marketplaces.ts'
import { maxPinned } from '../../../src/shared/collection.ts'
import type { Person } from '../cast/people.ts'
import { sellersTitle } from '../finds/find.ts'
import { renderFurther, renderPicture } from '../pictures/render.ts'
import type { Post } from '../plan/posts.ts'
import { contextAt, inParallel, sideBySide, type World } from '../world.ts'
import { selectPins, selectPosted } from './sql.ts'

/** A post that exists as a product. */
export type Posted = { post: Post; productId: string; userId: string }

/** Publishes the missing posts, each on its day, with its picture. Returns the products that are not deleted. */
export async function publishProducts(
  world: World,
  posts: readonly Post[],
  userIds: ReadonlyMap<Person, string>,
): Promise<Posted[]> {
  const ids = [...userIds.values()]
  const keys = posts.map(({ key }) => key)
  const found = posts.length > 0 ? await selectPosted(world.db, ids, keys) : []
  const products = new Map(found.map((product) => [product.import_key, product]))
  const categories = await categoryIds(world)
  const all = await inParallel(posts, sideBySide, async (post) => {
    const product = products.get(post.key)
    if (product?.deleted_at) return null
    const userId = userIds.get(post.creator) as string
    const pictures = await keepPictures(world, post, userId)
    const productId = product?.id ?? (await share(world, { post, userId, pictures, categories }))
    return { post, productId, userId }
  })
  return all.filter((one) => one !== null)
}

async function categoryIds(world: World): Promise<Map<string, string>> {
  const { items } = await listCategories(contextAt(world, world.clock()))
  return new Map(items.map(({ slug, id }) => [slug, id]))
}

/** Makes picture and further photos unless they exist, and returns their addresses; none for a bare post. */
async function keepPictures(world: World, post: Post, userId: string): Promise<string[]> {
  if (post.isBare) return []
  const { picture } = post.find
  const { media } = world.services
  const context = contextAt(world, post.at, userId)
  const kept: string[] = []
  for (let n = 0; n <= post.photos; n++) {
    const path = `products/product-${userId}-${post.at.getTime() + n}.webp`
    const render = () => (n === 0 ? renderPicture(picture, post.key) : renderFurther(picture, post.key, n))
    kept.push(
      (await hasPicture(context, media, path))
        ? pictureAddress(path)
        : await storePicture(context, media, { path, bytes: await render() }),
    )
  }
  return kept
}

type Share = {
  post: Post
  userId: string
  pictures: readonly string[]
  categories: ReadonlyMap<string, string>
}

async function share(world: World, { post, userId, pictures, categories }: Share): Promise<string> {
  const { find, marketplace, comment, inInbox, isBare, at } = post
  await rememberFind(world, post)
  const input = {
    amazon_url: productUrl(marketplace, find.asin),
    title: isBare ? sellersTitle(find) : find.title,
    description: find.description,
    user_comment: comment,
    tags: find.tags,
    image_url: pictures[0] ?? null,
    photos: pictures.slice(1),
    category_id: inInbox ? null : (categories.get(find.category) ?? null),
  }
  const context = contextAt(world, at, userId)
  const product = await publishProduct(context, world.services, input, { importKey: post.key })
  return product.id
}

/**
 * Stores the item as if it had just been read, so that its price may be shown for a day. Only the demo's own made-up
 * items; prices of other shops are in other currencies and are not stored (docs/product/products.md#prices).
 */
async function rememberFind(world: World, { find, marketplace, isBare }: Post): Promise<void> {
  const now = world.clock()
  const hasPrice = marketplaces[marketplace].currency === 'USD' && !isBare
  const item = {
    marketplace,
    asin: find.asin,
    title: isBare ? sellersTitle(find) : find.title,
    description: find.description,
    image_url: null,
    price_cents: hasPrice ? find.priceCents : null,
    price_as_of: hasPrice ? now : null,
    availability: 'in_stock',
    source: 'creators_api',
    fetched_at: now,
  } as const
  await rememberItems(contextAt(world, now), [item])
}

/** Pins the categories that each person has products in, and no others. Pins made by hand stay. */
export async function pinFilled(world: World, userIds: readonly string[], at: Date): Promise<void> {
  const said = new Set(
    (await selectPins(world.db, [...userIds])).map((pin) => `${pin.user_id} ${pin.category_id}`),
  )
  for (const userId of userIds) {
    const context = contextAt(world, at, userId)
    const { items } = await listOwnCategories(context)
    const open = items.filter(({ id }) => !said.has(`${userId} ${id}`))
    const empty = open.filter((item) => item.is_pinned && item.product_count === 0)
    const filled = open.filter((item) => !item.is_pinned && item.product_count > 0)
    const room = maxPinned - items.filter((item) => item.is_pinned).length + empty.length
    // Unpins first, since the number of pins is limited.
    for (const { id } of empty) await setPin(context, { category_id: id, is_pinned: false })
    for (const { id } of filled.slice(0, room)) await setPin(context, { category_id: id, is_pinned: true })
  }
}
