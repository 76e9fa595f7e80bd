import { type Context, requireUser } from '../../platform/context.ts'
import { publicTitle } from '../../shared/product.ts'
import { deleteCategoryLinks } from '../products/editing-sql.ts'
import { discardPictures } from '../products/pictures.ts'
import { picturesOf } from '../products/rules.ts'
import { completeProducts, requirePayee } from '../products/service.ts'
import { insertCategoryLinks, takeFeedPositions } from '../products/sql.ts'
import type { Creation, Plan } from './plan.ts'
import { insertProducts, releaseKeys, updateProducts } from './sql.ts'

/**
 * Makes the products of a plan, each with category link and short link, in the caller's transaction
 * (docs/product/add-item.md#publishing), and returns their ids. Products that another import has just made are skipped.
 */
export async function createAll(context: Context, creations: Creation[]): Promise<string[]> {
  if (creations.length === 0) return []
  const { userId } = requireUser(context)
  const { db } = context
  const payeeId = await requirePayee(context, userId)
  const keys = creations.map(({ key }) => key)
  await releaseKeys(db, userId, keys)
  const at = context.clock()
  const dates = creations.map(({ createdAt }) => createdAt)
  const positions = await takeFeedPositions(db, userId, { wishes: dates, now: at })
  const inserted = await insertProducts(
    db,
    creations.map(({ key, details, createdAt }, n) => ({
      user_id: userId,
      payee_id: payeeId,
      ...details,
      import_key: key,
      created_at: createdAt,
      updated_at: at,
      feed_at: positions[n] ?? null,
    })),
  )
  const ids = new Map(inserted.map(({ id, import_key }) => [import_key, id]))
  const made = creations.flatMap(({ key, details, category_id, createdAt: created_at }) => {
    const id = ids.get(key)
    return id ? [{ id, title: publicTitle(details), category_id, created_at }] : []
  })
  if (made.length > 0) await completeProducts(context, made)
  return made.map(({ id }) => id)
}

/** Makes the changes of a plan in the caller's transaction, with all effects of an edit. */
export async function changeAll(context: Context, changes: Plan['changes']): Promise<void> {
  if (changes.length === 0) return
  const { db } = context
  const moved = changes.filter(
    ({ before, after }) => before.category_ids.join() !== after.category_ids.join(),
  )
  await deleteCategoryLinks(
    db,
    moved.map(({ after }) => after.id),
  )
  await insertCategoryLinks(
    db,
    moved.flatMap(({ after: { id, created_at, category_ids } }) =>
      category_ids.map((category_id) => ({ product_id: id, category_id, created_at })),
    ),
  )
  await updateProducts(
    db,
    changes.map(({ after: { category_ids, ...details } }) => ({
      ...details,
      is_categorized: category_ids.length > 0,
    })),
    context.clock(),
  )
  const { userId } = requireUser(context)
  for (const { before, after } of changes) {
    const shown = picturesOf(after)
    await discardPictures(
      context,
      userId,
      picturesOf(before).filter((address) => !shown.includes(address)),
    )
  }
}
