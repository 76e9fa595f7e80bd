import { randomInt } from 'node:crypto'
import { type Context, requireUser } from '../../platform/context.ts'
import { AppError } from '../../shared/errors.ts'
import { discardPicture } from '../pictures.ts'
import { maxSlugAttempts } from '../posting.ts'
import { selectPayee } from '../posting-sql.ts'
import { shortLinkId, slugVariants } from '../rules.ts'
import type { Creation, Plan } from './plan.ts'
import {
  deleteAllCategoryLinks,
  insertAllEarnings,
  insertCategoryLinks,
  insertProducts,
  insertShortLinks,
  releaseKeys,
  updateProducts,
} from './sql.ts'

/**
 * Makes the products of a plan, each with category link, short link and earnings record, in the caller's transaction
 * (spec section 4, Posting), and returns how many. Those that another import has just made are passed over.
 */
export async function createAll(context: Context, creations: Creation[]): Promise<number> {
  if (creations.length === 0) return 0
  const { userId } = requireUser(context)
  const { db } = context
  const payee = await selectPayee(db, userId)
  if (!payee) throw new AppError('conflict', 'This account cannot post products.')
  const keys = creations.map(({ key }) => key)
  await releaseKeys(db, userId, keys)
  const at = context.clock()
  const inserted = await insertProducts(
    db,
    creations.map(({ key, hash, details, createdAt }) => ({
      user_id: userId,
      payee_id: payee.id,
      ...details,
      idempotency_key: key,
      idempotency_hash: hash,
      created_at: createdAt,
      updated_at: at,
    })),
  )
  const ids = new Map(inserted.map(({ id, idempotency_key }) => [idempotency_key, id]))
  const made = creations.flatMap((creation) => {
    const id = ids.get(creation.key)
    return id ? [{ ...creation, id }] : []
  })
  if (made.length > 0) await completeAll(context, made)
  return made.length
}

type Made = Creation & { id: string }

async function completeAll(context: Context, made: Made[]): Promise<void> {
  const links = made.flatMap(({ id, category_id, createdAt }) =>
    category_id ? [{ product_id: id, category_id, created_at: createdAt }] : [],
  )
  await insertCategoryLinks(context.db, links)
  await insertAllEarnings(
    context.db,
    made.map(({ id }) => id),
  )
  await giveShortLinks(context, made)
}

/** As in posting, all at once: those whose slug is taken, by one of the same items even, try another. */
async function giveShortLinks({ db, clock }: Context, made: Made[]): Promise<void> {
  let waiting = made
  for (let attempt = 0; attempt < maxSlugAttempts; attempt++) {
    const links = waiting.map(({ id, details, createdAt }) => ({
      id: shortLinkId(details.title, createdAt, attempt === 0 ? 0 : randomInt(slugVariants)),
      product_id: id,
    }))
    const given = await insertShortLinks(db, links, clock())
    waiting = waiting.filter(({ id }) => !given.has(id))
    if (waiting.length === 0) return
  }
  throw new AppError('conflict', 'Failed to create unique short link after multiple attempts')
}

/** Makes the changes of a plan in the caller's transaction, with all that an edit of each would do. */
export async function changeAll(context: Context, changes: Plan['changes']): Promise<void> {
  if (changes.length === 0) return
  const { db } = context
  const moved = changes.filter(
    ({ before, after }) => before.category_ids.join() !== after.category_ids.join(),
  )
  await deleteAllCategoryLinks(
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
  for (const { before, after } of changes)
    if (after.image_url !== before.image_url)
      await discardPicture(context, requireUser(context).userId, before.image_url)
}
