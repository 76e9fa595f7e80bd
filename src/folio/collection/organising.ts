import type { InsertResult } from 'kysely'
import type { z } from 'zod'
import { type Context, inTransaction, requireUser } from '../../platform/context.ts'
import { whereBroken } from '../../platform/database/errors.ts'
import { maxPinned } from '../../shared/collection.ts'
import { AppError, accountDeleted, invalid, notFound } from '../../shared/errors.ts'
import { type collectionContract, maxMoved } from '../collection-contract.ts'
import { categoryExists } from '../products/sql.ts'
import { insertPin, lockProducts, moveFromInbox, moveToInbox, selectInboxIds, upsertPin } from './sql.ts'

type Contract = typeof collectionContract
type AnswerOf<K extends keyof Contract> = z.input<Contract[K]['response']>
type Move = { product_ids: string[]; category_id: string }

/**
 * Pins or unpins a category for the caller; doing it twice changes nothing more. Throws `not_found`, and `conflict` for
 * a ninth pin (docs/product/my-folio.md#manage-categories) or when the caller's account has just been deleted.
 */
export async function setPin(
  context: Context,
  pin: Pin,
): Promise<AnswerOf<'PUT /api/v1/me/categories/:category_id'>> {
  await writePin(context, pin, upsertPin)
  return pin
}

/**
 * Stores whether the caller pins a category, unless that is stored already; returns whether it was new. Throws like
 * {@link setPin}.
 */
export async function addPin(context: Context, pin: Pin): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await writePin(context, pin, insertPin)
  return numInsertedOrUpdatedRows === 1n
}

type Pin = { category_id: string; is_pinned: boolean }

async function writePin(context: Context, pin: Pin, write: typeof insertPin): Promise<InsertResult> {
  const { userId } = requireUser(context)
  if (!(await categoryExists(context.db, pin.category_id))) throw notFound('Category')
  return whereBroken(
    { at_most_eight_pinned: tooManyPinned, user_category_preferences_user_id_fkey: accountDeleted },
    write(context.db, { user_id: userId, ...pin }),
  )
}

const tooManyPinned = () =>
  new AppError('conflict', `You can pin at most ${maxPinned} categories. Unpin one first.`)

/** The ids of the caller's Inbox, newest first; as many as one move takes. */
export async function listInboxIds(context: Context): Promise<AnswerOf<'GET /api/v1/me/inbox/ids'>> {
  const { userId } = requireUser(context)
  return { ids: await selectInboxIds(context.db, userId, maxMoved) }
}

/**
 * Moves products from the caller's Inbox to a category. Other ids (another person's, deleted, in a category already)
 * are ignored and not counted. Throws `validation_failed` for an unknown category.
 */
export async function assignInbox(
  context: Context,
  move: Move,
): Promise<AnswerOf<'POST /api/v1/me/inbox/assign'>> {
  const moved = await moveFromInbox(context.db, await readMove(context, move))
  return { moved: moved.length, product_ids: moved }
}

/**
 * Moves those of the caller's products that are in the category back to the Inbox, and returns how many; other ids are
 * ignored. Throws `validation_failed` for an unknown category.
 */
export async function returnToInbox(
  context: Context,
  move: Move,
): Promise<AnswerOf<'POST /api/v1/me/inbox/return'>> {
  const read = await readMove(context, move)
  return inTransaction(context, async ({ db }) => {
    await lockProducts(db, read.userId, read.productIds)
    return { moved: await moveToInbox(db, read) }
  })
}

async function readMove(context: Context, { product_ids, category_id }: Move) {
  const { userId } = requireUser(context)
  if (!(await categoryExists(context.db, category_id)))
    throw invalid('category_id', 'This category does not exist.')
  return { userId, productIds: product_ids, categoryId: category_id, at: context.clock() }
}
