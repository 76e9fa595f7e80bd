import { type Context, requireUser } from '../platform/context.ts'
import { buryProductsOf, deleteCategoryLinksOf, holdProductsOf } from './burial-sql.ts'

/**
 * Makes the caller's products tombstones that name nobody, in the transaction that deletes the account: what they
 * wrote and chose goes, while ASIN, payee and short links stay for orders that are still to come (decisions: Items).
 * Products that were deleted before lose their words and owner too.
 */
export async function buryProducts(context: Context): Promise<void> {
  const { userId } = requireUser(context)
  await holdProductsOf(context.db, userId)
  await buryProductsOf(context.db, userId, context.clock())
  await deleteCategoryLinksOf(context.db, userId)
}
