import { expect } from 'vitest'
import { type Order, worthOf } from './model.ts'
import { currencies, markets, type Pay, unitsOf, type Year } from './year.ts'

/**
 * What Amazon pays for a month, two months after it was reported: all of it, too little, in parts, or by mistake; of a
 * marketplace together with what comes late, with bounties and with deductions.
 */
export async function receive(year: Year, month: string) {
  const { stage, model, random, late } = year
  const pays: Pay[] = late.splice(0).filter(() => random.chance(0.6))
  for (const key of [...model.keys()].filter((key) => key.endsWith(month))) {
    const reported = model.reportedOf(key)
    if (reported === 0) continue
    if (random.chance(0.3)) {
      const mistaken = [{ key, cents: random.between(100, 900) }]
      const { id, reverse } = await record(year, mistaken)
      await stage.post(`receipts/${id}/reverse`, { reason: 'Of another month' }, 1)
      reverse()
      stage.tick()
    }
    if (model.released.has(key)) continue
    const missing = random.chance(0.5) ? 0 : random.between(1, Math.ceil(reported / 5))
    if (missing < reported) pays.push({ key, cents: reported - missing + (random.chance(0.1) ? 25 : 0) })
    if (missing > 0 && random.chance(0.3)) late.push({ key, cents: missing })
  }
  for (const market of new Set(markets)) {
    const own = pays.filter(({ key }) => key?.startsWith(market))
    if (own.length === 0) continue
    if (random.chance(0.3)) own.push({ key: null, cents: random.between(1, 400) })
    if (random.chance(0.3)) own.push({ key: null, cents: -random.between(1, 20) })
    const [{ key, cents } = { key: null, cents: 0 }] = own
    const taken = [...model.orders.values()].find(
      (one) => worthOf(one).has(key ?? '') && one.parts.length === 1,
    )
    const worth = (taken && worthOf(taken).get(key ?? '')) ?? 0
    if (taken && worth < cents && random.chance(0.3)) own.push({ key, cents: -worth, order: taken })
    if (own.reduce((sum, pay) => sum + pay.cents, 0) > 0) await record(year, own)
  }
}

/** Records one transfer with the dollars that came: each line has its part, none is lost. */
async function record({ stage, model }: Year, pays: Pay[]) {
  const market = pays.find(({ key }) => key)?.key?.slice(0, 2) ?? 'us'
  const currency = currencies[market]
  const toUsd = (amount: number) =>
    currency ? Math.floor((amount * currency.paid + 5_000) / 10_000) : amount
  const total = pays.reduce((sum, { cents }) => sum + cents, 0)
  const lines = pays.map(({ key, cents, order }) => {
    const amount = unitsOf(market, cents)
    if (key && !order) return { kind: 'commissions', month: key.slice(3), amount }
    if (cents > 0) return { kind: 'bounty', amount }
    return { kind: 'deduction', amount, ...(order && { order_item_ids: [order.id] }) }
  })
  stage.tick()
  const { id } = await stage.post('receipts', {
    ...{ marketplace: market, received_on: stage.today(), reference: crypto.randomUUID(), lines },
    ...{ amount: unitsOf(market, total), ...(currency && { usd: toUsd(total) / 100 }) },
    confirmed: pays.flatMap(({ key }) => (key ? [`no_orders ${key.slice(3)}`] : [])),
  })
  let before = 0
  let usdBefore = 0
  const booked = pays.map(({ key, cents, order }) => {
    const usd = Math.round((toUsd(total) * (before + cents)) / total) - usdBefore
    before += cents
    usdBefore += usd
    return { key, cents, usd, order }
  })
  const book = (sign: number) => {
    for (const { key, cents, usd } of booked)
      if (key) model.receive(key, sign * cents, sign * usd, stage.today())
      else model.receiveForPlatform(sign * usd, stage.today())
  }
  book(1)
  for (const { order } of booked) if (order) model.heldOrders.add(order.id)
  model.settle(stage.today())
  stage.tick()
  return { id: id as string, reverse: () => book(-1) }
}

/** Explains what is missing of months that Amazon has paid in part, by orders or by the platform's share, or waits. */
export async function releaseShort(year: Year) {
  const { stage, model, random } = year
  for (const key of model.keys()) {
    const [marketplace, month = ''] = key.split(' ')
    const shortfall = model.reportedOf(key) - model.receivedOf(key)
    if (month < '2026-01' || model.released.has(key) || model.receivedOf(key) === 0) continue
    const release = async (how: 'orders_held' | 'platform', more: object = {}) => {
      await stage.post(`months/${marketplace}/${month}/release`, { how, ...more }, 1)
      model.release(key, stage.today(), how)
      stage.tick()
    }
    if (shortfall <= 0) continue
    if (random.chance(0.35)) await release('platform', { reason: 'Too little to ask for' })
    else if (random.chance(0.6)) {
      const chosen: Order[] = []
      for (const order of model.orders.values()) {
        if (chosen.reduce((sum, one) => sum + (worthOf(one).get(key) ?? 0), 0) >= shortfall) break
        if (worthOf(order).has(key)) chosen.push(order)
      }
      const order_item_ids = chosen.map(({ id }) => id)
      await release('orders_held', { order_item_ids, reason: 'Amazon did not pay for it' })
    }
  }
}

/** Which orders are held because Amazon has not paid: such as come to what is missing, and none more. */
export async function holdUnpaid({ stage, model }: Year) {
  model.unpaidOrders.clear()
  type Hold = { order_item_id: string; unpaid: { marketplace: string; month: string } | null; ended: unknown }
  const holds: Hold[] = await stage.pages('holds')
  for (const { order_item_id: id, unpaid, ended } of holds)
    if (unpaid && !ended) model.unpaidOrders.add(`${id} ${unpaid.marketplace} ${unpaid.month}`)
  for (const key of model.keys()) {
    const missing = model.missingOf(key)
    const held = [...model.orders.values()].flatMap((order) =>
      model.unpaidOrders.has(`${order.id} ${key}`) ? (worthOf(order).get(key) ?? []) : [],
    )
    const sum = held.reduce((all, amount) => all + amount, 0)
    expect(sum, key).toBeGreaterThanOrEqual(missing)
    for (const amount of held) expect(sum - amount, key).toBeLessThan(missing)
  }
}
