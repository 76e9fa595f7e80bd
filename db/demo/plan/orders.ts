import { dayMs, hourMs, minuteMs } from '../../../src/shared/time.ts'
import { after } from '../calendar.ts'
import { createRandom, type Random } from '../random.ts'
import { planClicks } from './clicks.ts'
import type { Post } from './posts.ts'

/** A post that people have bought from, and the id its links pass to the shop. */
type Linked = { post: Post; shortLinkId: string }

/** A report's row of a bought item. */
export type PlannedOrder = {
  orderItemId: string
  at: Date
  asin: string
  title: string
  quantity: number
  commissionCents: number
  rateBps: number
  status: 'pending' | 'shipped' | 'cancelled' | 'returned'
  /** The link it was bought through; reports have it since the shop's links pass it. */
  subTag: string
}

/** A report as an admin imports it, some days after its month. */
export type PlannedReport = {
  name: string
  asOf: Date
  /** Older reports have no column for it. */
  hasSubTags: boolean
  orders: PlannedOrder[]
}

/** The share of presses of the shop button that lead to an order. */
const buyingShare = 0.16
/** Amazon's commission rate for an item, in hundredths of a percent. */
const rates = [100, 300, 400, 450, 700, 1000]
const returnedAfterMs = 20 * dayMs
const shippedAfterMs = 3 * dayMs
const weekMs = 7 * dayMs
/** The reports of this many months before the last one have no sub tags. */
const monthsWithSubTags = 5

/**
 * The reports of a year, a month each, oldest first: each has that month's orders as they were when it was made, and
 * those of the month before. The last one is of the present, and where there is room one comes a week before it, so
 * that the last week has something to tell. `scale` is the clicks'.
 */
export function planReports(linked: readonly Linked[], end: Date, scale: number): PlannedReport[] {
  const orders = linked
    .flatMap((one) => ordersOf(one, end, scale))
    .concat(strangers(end))
    .sort((a, b) => a.at.getTime() - b.at.getTime())
  const months = [...new Set(orders.map(({ at }) => monthOf(at)))]
  return months.flatMap((month, index) => {
    const before = months[index - 1]
    const reportAt = (asOf: Date, name: string): PlannedReport => ({
      name,
      asOf,
      hasSubTags: index >= months.length - monthsWithSubTags,
      orders: orders
        .filter(({ at }) => at < asOf && [before, month].includes(monthOf(at)))
        .map((order) => asSeen(order, asOf)),
    })
    const last = reportAt(new Date(Math.min(madeAt(month).getTime(), end.getTime())), `orders-${month}.csv`)
    const weekAgo = after(end, -weekMs)
    const hasRoom = index === months.length - 1 && (!before || weekAgo > after(madeAt(before), dayMs))
    return hasRoom ? [reportAt(weekAgo, `orders-${month}-so-far.csv`), last] : [last]
  })
}

const monthOf = (at: Date) => at.toISOString().slice(0, 7)

/** On the morning of the fifth day of the following month. */
function madeAt(month: string): Date {
  const [year, number] = month.split('-').map(Number)
  return new Date(Date.UTC(year ?? 0, number ?? 0, 5, 9))
}

/** An order's state at a time: first it is pending; a return comes weeks later. */
function asSeen(order: PlannedOrder, asOf: Date): PlannedOrder {
  const age = asOf.getTime() - order.at.getTime()
  if (age < shippedAfterMs) return { ...order, status: 'pending' }
  return order.status === 'returned' && age < returnedAfterMs ? { ...order, status: 'shipped' } : order
}

function ordersOf({ post, shortLinkId }: Linked, end: Date, scale: number): PlannedOrder[] {
  const random = createRandom(`orders of ${post.key}`)
  return planClicks(post, end, scale)
    .filter(({ kind, claim, byOwner }) => kind === 'outbound' && claim === 'counted' && !byOwner)
    .filter(() => random.chance(buyingShare))
    .map(({ at }) => orderOf(post, shortLinkId, after(at, random.between(2, 9 * 60) * minuteMs), random))
    .filter(({ at }) => at < after(end, -hourMs))
}

function orderOf({ find }: Post, subTag: string, at: Date, random: Random): PlannedOrder {
  const quantity = random.chance(0.08) ? 2 : 1
  const rateBps = random.pick(rates)
  return {
    orderItemId: orderNumber(random),
    at,
    asin: find.asin,
    title: find.title,
    quantity,
    commissionCents: Math.max(1, Math.round((quantity * find.priceCents * rateBps) / 10_000)),
    rateBps,
    status: random.chance(0.06) ? 'returned' : random.chance(0.02) ? 'cancelled' : 'shipped',
    subTag,
  }
}

/** Bought through the tag, but through none of our links: such orders stay without a creator. */
function strangers(end: Date): PlannedOrder[] {
  const random = createRandom('strangers’ orders')
  return Array.from({ length: 24 }, () => {
    const at = after(end, -random.between(1, 360) * dayMs)
    const price = random.between(8, 90) * 100
    return {
      orderItemId: orderNumber(random),
      at,
      asin: `B0ELSE${1000 + random.whole(9000)}`,
      title: random.pick([
        'Garden hose, 20 m',
        'Phone case, clear',
        'Printer paper, A4',
        'Rechargeable batteries',
      ]),
      quantity: 1,
      commissionCents: Math.round(price * 0.04),
      rateBps: 400,
      status: 'shipped',
      subTag: '',
    }
  })
}

const digits = (random: Random, count: number) =>
  Array.from({ length: count }, () => random.whole(10)).join('')

const orderNumber = (random: Random) => `11${random.whole(10)}-${digits(random, 7)}-${digits(random, 7)}`
