import { daysBetween, type Row, type Standing } from './world.ts'

export type ReportedOrder = [order: string, standing: Standing]
export type Pair = { order: ReportedOrder; row: ReportedOrder }

const maxDays = 30

/** An admin's choices for orders of Folio's CSV and rows of Fee-Earnings, by name (decision 42): the last one holds. */
export class Said {
  private readonly words = new Map<string, { order: string; row: string; isOne: boolean }>()

  say(order: string, row: string, isOne: boolean): void {
    this.words.set(JSON.stringify([order, row]), { order, row, isOne })
  }

  of(order: string, row: string): boolean | undefined {
    return this.words.get(JSON.stringify([order, row]))?.isOne
  }

  /** Those that are one sale. */
  sales(): { order: string; row: string }[] {
    return [...this.words.values()].filter(({ isOne }) => isOne)
  }
}

const agree = <T>(one: T | null, other: T | null) => one === null || other === null || one === other

/**
 * True for an order and a row of the same product and amount, shipped within thirty days of each other, whose sub tags
 * and tracking ids do not contradict each other.
 */
export const mayBeOne = (order: Row, row: Row): boolean =>
  order.asin === row.asin &&
  order.cents === row.cents &&
  row.day >= order.day &&
  daysBetween(order.day, row.day) <= maxDays &&
  agree(order.sub, row.sub) &&
  agree(order.tag, row.tag)

/** Smaller for pairs that agree better: in both tags, in a sub tag that both have, or in nothing that one lacks. */
function distance(order: Row, row: Row): number {
  if (order.sub === row.sub && order.tag === row.tag) return 0
  return order.sub !== null && order.sub === row.sub ? 1 : 2
}

/**
 * Likely duplicates that are not decided: orders of the thirty days before the ship date that were reported as pending
 * or shipped, whatever came back of them, and purchases, each in one pair at most; the best agreement first, then by
 * day.
 */
export function likelyDuplicates(
  orders: ReportedOrder[],
  rows: ReportedOrder[],
  said: Said,
  startsOn: number,
): Pair[] {
  const taken = new Set<string>()
  for (const { order, row } of said.sales())
    if (orders.some(([name]) => name === order) && rows.some(([name]) => name === row))
      taken.add(`order ${order}`).add(`row ${row}`)
  const byDay = (all: ReportedOrder[]) =>
    all.toSorted(([a, one], [b, other]) => one.row.day - other.row.day || (a < b ? -1 : 1))
  const open = byDay(orders).filter(
    ([, { row }]) =>
      daysBetween(row.day, startsOn) <= maxDays && (row.status === 'pending' || row.status === 'shipped'),
  )
  const pairs: Pair[] = []
  for (const level of [0, 1, 2])
    for (const order of open) {
      const row = byDay(rows).find(
        ([name, one]) =>
          !taken.has(`row ${name}`) &&
          said.of(order[0], name) === undefined &&
          mayBeOne(order[1].row, one.row) &&
          distance(order[1].row, one.row) === level,
      )
      if (!row || taken.has(`order ${order[0]}`)) continue
      taken.add(`order ${order[0]}`).add(`row ${row[0]}`)
      pairs.push({ order, row })
    }
  return pairs
}
