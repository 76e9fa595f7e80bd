import { worthOf } from './model.ts'
import type { Year } from './year.ts'

/** Adjustments, holds and their ends, and people who leave. */
export async function decideByHand(year: Year) {
  const { stage, model, random, holds } = year
  const today = stage.today()
  const hold = async (of: object, add: () => void, end: () => void) => {
    const { id } = await stage.post('holds', { of, reason: 'We look into it' })
    add()
    holds.push({ id, end })
  }
  for (const one of holds.splice(0))
    if (random.chance(0.5)) {
      await stage.post(`holds/${one.id}/end`, { reason: 'Nothing was found' }, 1)
      one.end()
    } else holds.push(one)
  for (const [creator, person] of stage.people.entries()) {
    if (person.isGone) continue
    if (random.chance(0.03)) {
      const cents = random.between(-1_500, 1_500) || 1
      await stage.post('adjustments', {
        ...{ username: person.username, amount: cents / 100, reason: 'Counted again' },
      })
      model.adjust(creator, cents, today)
    }
    if (random.chance(0.03) && !model.heldCreators.has(creator))
      await hold(
        { kind: 'creator', username: person.username },
        () => model.heldCreators.add(creator),
        () => model.heldCreators.delete(creator),
      )
  }
  const orders = [...model.orders.values()]
  const order = orders.length > 0 ? random.pick(orders) : null
  if (order && !model.heldOrders.has(order.id))
    await hold(
      { kind: 'order', order_item_id: order.id },
      () => model.heldOrders.add(order.id),
      () => model.heldOrders.delete(order.id),
    )
  const [key] = order ? worthOf(order).keys() : []
  if (key && random.chance(0.2) && !model.heldKeys.has(key)) {
    const [marketplace, month] = key.split(' ')
    await hold(
      { kind: 'month', marketplace, month },
      () => model.heldKeys.add(key),
      () => model.heldKeys.delete(key),
    )
  }
  const leaver = stage.people.find(({ isGone }) => !isGone && random.chance(0.5 / stage.people.length))
  if (leaver) await stage.leave(leaver)
  stage.tick()
}
