import { listOwnCategories, setPin } from '../../../src/folio/index.ts'
import { maxPinned } from '../../../src/shared/pins.ts'
import { contextAt, type World } from '../world.ts'
import { selectPins } from './sql.ts'

/** Lets everyone pin the categories that they have products in, and no others. What was pinned by hand stays so. */
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
    // Room is made first.
    for (const { id } of empty) await setPin(context, { category_id: id, is_pinned: false })
    for (const { id } of filled.slice(0, room)) await setPin(context, { category_id: id, is_pinned: true })
  }
}
