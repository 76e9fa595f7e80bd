import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { type Context, inTransaction, requireUser } from '../../platform/context.ts'
import { AppError, invalid, notFound } from '../../shared/errors.ts'
import { publicTitle } from '../../shared/product.ts'
import { shortLinkId, shortLinkVariants } from './rules.ts'
import { insertShortLinks, selectTitles } from './sql.ts'

const maxAttempts = 5

/** A product whose short link is about to be made; its title as others see it. */
type Named = { id: string; title: string; at: Date }

/**
 * Gives products a short link each, and returns it by the product's id, in the caller's transaction. Those whose link
 * is taken, even by one of the same batch, try another. Throws `conflict` where none was free.
 */
export async function giveShortLinks(
  { db, clock }: Context,
  products: Named[],
  { isOfList = false } = {},
): Promise<Map<string, string>> {
  const given = new Map<string, string>()
  for (let attempt = 0; attempt < maxAttempts && given.size < products.length; attempt++) {
    const links = products
      .filter(({ id }) => !given.has(id))
      .map(({ id, title, at }) => ({
        // A random offset for every retry, since the neighbouring moments may be just as busy.
        id: shortLinkId(title, at, attempt === 0 ? 0 : randomInt(shortLinkVariants)),
        product_id: id,
        created_at: clock(),
        is_of_list: isOfList,
      }))
    for (const [id, link] of await insertShortLinks(db, links)) given.set(id, link)
  }
  if (given.size < products.length)
    throw new AppError('conflict', 'Failed to create unique short link after multiple attempts')
  return given
}

/**
 * Gives each of these products a short link that stands for it in one list (docs/product/lists.md#links-of-a-list), and
 * returns it by the product's id. Throws as {@link giveShortLinks} does.
 */
export async function giveListLinks(context: Context, ids: string[]): Promise<Map<string, string>> {
  const at = context.clock()
  const products = ids.length > 0 ? await selectTitles(context.db, ids) : []
  const named = products.map((product) => ({ id: product.id, title: publicTitle(product), at }))
  return giveShortLinks(context, named, { isOfList: true })
}

/** The one that publishing gives, and those that its owner adds. */
const maxShortLinks = 5

/**
 * Gives a product of the caller's own another short link, for clients that make it themselves
 * (docs/product/products.md#short-links). Throws `not_found`, `validation_failed` unless it is made of the product's
 * title and four signs, or where the product has five, and `conflict` where it is taken.
 */
export async function addShortLink(
  context: Context,
  link: { id: string; product_id: string },
): Promise<void> {
  const { userId } = requireUser(context)
  await inTransaction(context, async (tx) => {
    const product = await tx.db
      .selectFrom('products as p')
      .where('p.id', '=', link.product_id)
      .where('p.user_id', '=', userId)
      .where('p.deleted_at', 'is', null)
      .select(['p.title', 'p.metadata_source'])
      .select(
        sql<number>`(
          select count(*) from short_links s where s.product_id = p.id and not s.is_of_list)`.as('links'),
      )
      .forUpdate()
      .executeTakeFirst()
    if (!product) throw notFound('Product')
    const stem = shortLinkId(publicTitle(product), tx.clock()).slice(0, -4)
    if (!link.id.startsWith(stem) || !/^[0-9a-z]{4}$/.test(link.id.slice(stem.length)))
      throw invalid('id', `The short link of this product is ${stem} and four signs of 0-9 and a-z.`)
    if (product.links >= maxShortLinks)
      throw invalid('id', `A product has at most ${maxShortLinks} short links.`)
    const given = await insertShortLinks(tx.db, [{ ...link, created_at: tx.clock() }])
    if (given.size === 0) throw new AppError('conflict', 'This short link is taken.')
  })
}
