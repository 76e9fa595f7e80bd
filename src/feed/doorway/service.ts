import { cardsOf, findProductId } from '../../folio/index.ts'
import { type Context, isAdmin } from '../../platform/context.ts'
import { notFound } from '../../shared/errors.ts'
import type { Doorway } from '../contract.ts'
import { chooseCards } from './rules.ts'
import { selectDoorway } from './sql.ts'

/**
 * Where a product's page leads on to, by short-link id, product id or ASIN
 * (docs/product/product-page.md#what-it-leads-to). Throws `not_found` where its creator has no public profile, and for
 * a withheld product to all but its owner and admins.
 */
export async function readDoorway(context: Context, ref: string): Promise<Doorway> {
  const id = await findProductId(context, ref)
  const row = id && (await selectDoorway(context.db, id))
  if (!row) throw notFound('Product')
  const maySeeWithheld = isAdmin(context) || context.actor?.userId === row.user_id
  if (row.withheld && !row.is_deleted && !maySeeWithheld) throw notFound('Product')
  const { curator, in_lists, also, category } = row
  const chosen = chooseCards(row)
  const cards = await cardsOf(context, [...chosen.more, ...chosen.ranked])
  const leading = (ids: string[]) =>
    ids.flatMap((one) => {
      const card = cards.get(one)
      if (!card) return []
      const { description: _, user_comment, clicks_count, created_at, ...shown } = card
      return [shown]
    })
  return {
    item: row.asin_is_made_up || row.is_deleted ? null : { marketplace: row.marketplace, asin: row.asin },
    curator,
    in_lists: row.is_deleted ? [] : in_lists,
    more: leading(chosen.more),
    also,
    category: category && { ...category, items: leading(chosen.ranked) },
  }
}
