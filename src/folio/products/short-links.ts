import { sql } from 'kysely'
import { type Context, inTransaction, requireUser } from '../../platform/context.ts'
import { AppError, invalid, notFound } from '../../shared/errors.ts'
import { publicTitle } from '../../shared/product.ts'
import { shortLinkId } from './rules.ts'
import { insertShortLinks } from './sql.ts'

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
      .select(sql<number>`(select count(*) from short_links s where s.product_id = p.id)`.as('links'))
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
