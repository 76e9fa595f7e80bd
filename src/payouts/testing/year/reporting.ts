import type { Order } from './model.ts'
import { currencies, markets, monthAfter, unitsOf, type Year } from './year.ts'

/** Sets the rates of a month, some of them months later, and now and then another one for a month that had one. */
export async function rate(year: Year, month: string, isLast: boolean) {
  const { stage, model, random, unrated, superseded } = year
  for (const market of Object.keys(currencies)) unrated.add(`${market} ${month}`)
  const set = async (key: string, about: number, reason?: string) => {
    const [market = '', of] = key.split(' ')
    const { code, units, rate } = currencies[market] as (typeof currencies)[string]
    const now = Math.round(rate * about)
    const body = { usd_per_unit: String((now * units) / 1_000_000), source: 'The bank', reason }
    await stage.setRate(`${of}/${code}`, body)
    await stage.matchAndPost()
    model.setRate(key, now, stage.today())
    stage.tick()
  }
  for (const key of unrated)
    if (isLast || random.chance(0.7)) {
      unrated.delete(key)
      await set(key, random.between(97, 103) / 100)
    }
  for (const key of model.rates.keys()) {
    const next = `${key.slice(0, 3)}${monthAfter(key.slice(3))}`
    if (superseded.has(key) || !model.rates.has(next) || !random.chance(0.15)) continue
    superseded.add(key)
    await set(key, random.between(95, 105) / 100, 'The bank had it wrong')
  }
}

/** A month's orders, and what became of earlier ones; some of nobody's are given to a creator. */
export async function report(year: Year, month: string, hasOrders: boolean) {
  const { stage, model, random, lateOrders } = year
  const today = stage.today()
  const changed = new Set<Order>()
  for (const order of model.orders.values()) {
    if (order.status !== 'shipped') continue
    for (const part of order.parts)
      if (!part.isShipped && part.day.slice(0, 7) <= month) {
        part.isShipped = true
        changed.add(order)
      }
    const [part, other] = order.parts
    if (!part || order.back || changed.has(order) || order.parts.some(({ isShipped }) => !isShipped)) continue
    if (!random.chance(0.04)) continue
    if (!other && part.day.slice(0, 7) < month && random.chance(0.5))
      order.back = {
        day: dayOf(random, month),
        amount: random.pick([part.amount, Math.ceil(part.amount / 3)]),
      }
    else if (other || random.chance(0.7)) order.status = 'returned'
    else part.amount = random.between(50, 6_000)
    changed.add(order)
  }
  for (const { order, from } of lateOrders.splice(0))
    if (from <= month) {
      for (const part of order.parts) part.isShipped = part.day.slice(0, 7) <= month
      changed.add(order)
    } else lateOrders.push({ order, from })
  if (hasOrders)
    for (const [creator, { isGone }] of stage.people.entries()) {
      const count = isGone ? 0 : random.between(0, 3)
      for (let n = 0; n < count; n++) {
        const order = newOrder(year, month, creator)
        const from = monthAfter(month, random.between(1, 4))
        if (random.chance(0.05)) lateOrders.push({ order, from })
        else changed.add(order)
      }
    }
  for (const market of new Set(markets)) {
    const rows = [...changed].filter((order) => order.market === market)
    if (rows.length === 0) continue
    await stage.importReport(
      market,
      rows.flatMap((order) => rowsOf(year, order)),
    )
    model.reportOf(market, today)
  }
  await stage.matchAndPost()
  for (const order of changed) model.report(order, today)
  model.settle(today)
  const nobodys = [...model.orders.values()].filter((one) => one.creator === null && one.status === 'shipped')
  for (const order of nobodys.filter(() => random.chance(0.1))) {
    const creator = random.between(0, stage.people.length - 1)
    const person = stage.people[creator]
    if (!person || person.isGone) continue
    await stage.assign(order.id, person)
    order.creator = creator
    model.report(order, today)
  }
  await stage.matchAndPost()
  stage.tick()
}

const dayOf = (random: Year['random'], month: string) =>
  `${month}-${String(random.between(1, 28)).padStart(2, '0')}`

/** Some are shipped whole in the month after it, others have a second part then. */
function newOrder(year: Year, month: string, creator: number): Order {
  const { random } = year
  year.number += 1
  const date = dayOf(random, month)
  const isLater = random.chance(0.15)
  const first = { day: isLater ? dayOf(random, monthAfter(month)) : date, isShipped: !isLater }
  const parts = [{ ...first, amount: random.between(30, 9_000) }]
  if (!isLater && random.chance(0.1))
    parts.push({
      day: dayOf(random, monthAfter(month)),
      isShipped: false,
      amount: random.between(9_001, 10_000),
    })
  return {
    id: `112-${String(year.number).padStart(7, '0')}`,
    market: random.pick(markets),
    ...{ date, parts },
    status: random.chance(0.03) ? 'cancelled' : 'shipped',
    creator: random.chance(0.12) ? null : creator,
  }
}

/** An order of nobody's has no sub tag; one that an admin has given away keeps what its report said. */
const links = new WeakMap<Order, { sub_tag: string; asin: string }>()
function rowsOf({ stage }: Year, order: Order) {
  const person = order.creator === null ? undefined : stage.people[order.creator]
  const said = links.get(order) ?? {
    ...{ sub_tag: person?.shortLinkId ?? '', asin: person?.asin ?? 'B0NOBODY00' },
  }
  links.set(order, said)
  const { id: order_item_id, date: order_date, market, status, back } = order
  const amountOf = (amount: number) => unitsOf(market, amount).toFixed(market === 'jp' ? 0 : 2)
  const rows = order.parts.map(({ day, amount, isShipped }) => ({
    ...{ order_item_id, order_date, ...said },
    commission_amount: amountOf(amount),
    order_status: status === 'shipped' && !isShipped ? 'pending' : status,
    // A day alone is the order's.
    ship_date: isShipped && day !== order_date ? day : '',
  }))
  if (!back) return rows
  const order_status = back.amount === order.parts[0]?.amount ? 'returned' : 'partially_refunded'
  const returned = { order_status, commission_amount: amountOf(back.amount), ship_date: back.day }
  return [...rows, { order_item_id, order_date, ...said, ...returned }]
}
