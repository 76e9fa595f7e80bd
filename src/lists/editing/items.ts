import type { z } from 'zod'
import { giveListLinks } from '../../folio/index.ts'
import { type Context, inTransaction, requireUser } from '../../platform/context.ts'
import { whereBroken } from '../../platform/database/errors.ts'
import { forbidden, invalid, notFound } from '../../shared/errors.ts'
import type { itemChanges, ownListItem } from '../contract.ts'
import { readOwnItem } from '../reading.ts'
import { behindPoints, maximum, minShown, moved, pointedFirst } from '../rules.ts'
import {
  changeItem,
  deleteItem,
  insertItems,
  insertLinks,
  linkItems,
  lockAddable,
  lockOthersList,
  lockOwnProduct,
  refuseLink,
  selectItem,
  selectLinks,
  selectOrder,
  storeOrder,
} from './items-sql.ts'
import { tellCreators } from './telling.ts'
import { changeList, type LockedList, lockOwnList } from './writing-sql.ts'

/** A list of the caller's own, locked until the transaction ends. Throws `not_found`. */
export async function requireOwnList(tx: Context, id: string): Promise<LockedList> {
  const list = await lockOwnList(tx.db, { id, userId: requireUser(tx).userId })
  if (!list) throw notFound('List')
  return list
}

type Added = { added: number; items_count: number }

/**
 * Puts products at the end of a list of the caller's own. Those in it already stay where they are; those that nobody
 * may put there are left out. Throws `not_found` for the list, and where none of the products is left, `forbidden`
 * where their creators have taken them out of it, and `validation_failed` beyond 500.
 */
export const addItems = (context: Context, id: string, productIds: string[]): Promise<Added> =>
  inTransaction(context, (tx) => addTo(tx, id, productIds))

/** {@link addItems} in the caller's transaction. Products are locked before lists, as everywhere. */
export async function addTo(tx: Context, id: string, productIds: string[]): Promise<Added> {
  const addable = await lockAddable(tx.db, productIds, requireUser(tx).userId)
  const list = await requireOwnList(tx, id)
  const present = await selectOrder(tx.db, id)
  const links = await selectLinks(tx.db, id, productIds)
  const known = new Set(present.map(({ product_id }) => product_id))
  const refused = new Set(links.flatMap((link) => (link.is_refused ? [link.product_id] : [])))
  const asked = [...new Set(productIds)].filter((one) => addable.has(one))
  const allowed = asked.filter((one) => known.has(one) || !refused.has(one))
  if (asked.length === 0) throw notFound('Product')
  if (allowed.length === 0) throw forbidden('Its creator has taken it out of this list.')
  const added = allowed.filter((one) => !known.has(one))
  if (added.length > 0) {
    const last = present.at(-1)?.position ?? 0
    const items = added.map((product_id, index) => ({ product_id, position: last + index + 1 }))
    const at = tx.clock()
    await whereBroken({ lists_items_limit: tooMany }, insertItems(tx.db, id, items, at))
    if (list.first_public_at) await giveLinks(tx, id)
    await changeList(tx.db, id, { updated_at: at })
    await tellCreators(
      tx,
      list,
      added.map((productId) => ({ productId, ownerId: addable.get(productId) })),
    )
  }
  return { added: added.length, items_count: list.items_count + added.length }
}

const tooMany = () => invalid('product_ids', `A list holds ${maximum.items} products at most.`)

/** Gives the items of a list their links: the ones that their products had there, or new ones. */
export async function giveLinks(tx: Context, listId: string): Promise<void> {
  const productIds = (await selectOrder(tx.db, listId)).map(({ product_id }) => product_id)
  const linked = new Set((await selectLinks(tx.db, listId, productIds)).map(({ product_id }) => product_id))
  const made = await giveListLinks(
    tx,
    productIds.filter((one) => !linked.has(one)),
  )
  const links = [...made].map(([product_id, short_link_id]) => ({
    product_id,
    short_link_id,
    list_id: listId,
  }))
  await insertLinks(tx.db, links)
  await linkItems(tx.db, listId)
}

/**
 * Changes the caller's line about an item, or its point on the photo. Throws `not_found`, and `validation_failed` for a
 * point on a list that is no look, and beyond twelve.
 */
export async function editItem(
  context: Context,
  named: { listId: string; id: string },
  { line, point }: z.output<typeof itemChanges>,
): Promise<z.input<typeof ownListItem>> {
  await inTransaction(context, async (tx) => {
    const list = await requireOwnList(tx, named.listId)
    const item = await selectItem(tx.db, named)
    if (!item) throw notFound('Item')
    if (point && !list.is_look) throw invalid('point', 'Only a look’s photo has points.')
    if (point && item.point_x === null) await placeFirst(tx, named)
    await changeItem(tx.db, named.id, {
      line: line === undefined ? item.line : line,
      point_x: point === undefined ? item.point_x : (point?.x ?? null),
      point_y: point === undefined ? item.point_y : (point?.y ?? null),
    })
    if (point === null && item.point_x !== null) await storePointedFirst(tx, named.listId)
    await changeList(tx.db, named.listId, { updated_at: tx.clock() })
  })
  return readOwnItem(context, named)
}

/** Moves an item that gets a point behind the last that has one. Throws `validation_failed` beyond twelve. */
async function placeFirst(tx: Context, { listId, id }: { listId: string; id: string }): Promise<void> {
  const items = await selectOrder(tx.db, listId)
  if (items.filter(({ isPointed }) => isPointed).length >= maximum.points)
    throw invalid('point', `A photo has ${maximum.points} points at most.`)
  await storeOrder(tx.db, idsOf(behindPoints(items, id)))
}

/** Puts the items of a look that have a point first (docs/product/lists.md#looks). */
export async function storePointedFirst(tx: Context, listId: string): Promise<void> {
  await storeOrder(tx.db, idsOf(pointedFirst(await selectOrder(tx.db, listId))))
}

const idsOf = (items: { id: string }[]) => items.map(({ id }) => id)

/** Puts an item before another one of its list, or at the end; on a look within its part. Throws `not_found`. */
export const moveItem = (
  context: Context,
  { listId, id, before }: { listId: string; id: string; before: string | null },
): Promise<void> =>
  inTransaction(context, async (tx) => {
    const list = await requireOwnList(tx, listId)
    const items = await selectOrder(tx.db, listId)
    const known = new Set(idsOf(items))
    if (!known.has(id) || (before !== null && !known.has(before))) throw notFound('Item')
    const order = moved(items, id, before)
    await storeOrder(tx.db, idsOf(list.is_look ? pointedFirst(order) : order))
    await changeList(tx.db, listId, { updated_at: tx.clock() })
  })

/**
 * Takes an item out of a list of the caller's own. A public list of which others would see less than three products is
 * private from then on. Throws `not_found`.
 */
export const removeItem = (context: Context, named: { listId: string; id: string }): Promise<void> =>
  inTransaction(context, async (tx) => {
    await requireOwnList(tx, named.listId)
    if (!(await deleteItem(tx.db, named))) throw notFound('Item')
    const list = await requireOwnList(tx, named.listId)
    const is_public = list.is_public && list.shown_count >= minShown
    await changeList(tx.db, named.listId, { is_public, updated_at: tx.clock() })
  })

/**
 * Takes a product of the caller's own out of a public list of somebody else; it cannot be shown there again. Throws
 * `not_found`.
 */
export const refuseItem = (
  context: Context,
  { listId, productId }: { listId: string; productId: string },
): Promise<void> =>
  inTransaction(context, async (tx) => {
    const { userId } = requireUser(tx)
    if (!(await lockOwnProduct(tx.db, productId, userId))) throw notFound('Product')
    const link = await lockOthersList(tx.db, { listId, productId, userId })
    if (!link) throw notFound('List')
    await refuseLink(tx.db, link.short_link_id, tx.clock())
  })
