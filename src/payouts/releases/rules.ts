import type { MonthStanding } from './contract.ts'

/** A month of a marketplace, in the smallest unit of its currency. */
export type MonthSums = {
  /** The sum of the reports now. */
  reported: number
  /** The sum of the receipts in force. */
  received: number
  /** What the platform bears. */
  borne: number
}

/** The amount that neither Amazon has paid nor the platform bears. */
export const missingOf = ({ reported, received, borne }: MonthSums): number =>
  Math.max(0, reported - received - borne)

/** An order that is held, or could be, with its worth in the month, in its currency. */
export type Holdable = { id: string; amount: number }

/**
 * Which orders of a released month become held and which are released, so that the held ones add up to at least what is
 * missing, and to no more than needed: `held` are held now, the oldest first; `others` could be, the first to be held
 * first (docs/product/payouts.md#releases).
 */
export function planHolds(
  missing: number,
  held: Holdable[],
  others: Holdable[],
): { hold: string[]; letGo: string[] } {
  let sum = held.reduce((all, { amount }) => all + amount, 0)
  const added: Holdable[] = []
  for (const order of others) {
    if (sum >= missing) break
    added.push(order)
    sum += order.amount
  }
  const spared = new Set<string>()
  for (const { id, amount } of [...held, ...added.toReversed()])
    if (sum - amount >= missing) {
      spared.add(id)
      sum -= amount
    }
  return {
    hold: added.flatMap(({ id }) => (spared.has(id) ? [] : [id])),
    letGo: held.flatMap(({ id }) => (spared.has(id) ? [id] : [])),
  }
}

type MonthFacts = MonthSums & {
  isOver: boolean
  rule: MonthStanding['rule']
  isReleased: boolean
  /** Whether a report in force is dated after the month's last day. */
  isReported: boolean
  /** How many orders wait for a rate, without which the month has no sum. */
  unrated: number
}

/** Whether a month is released automatically: its sum is known, and Amazon has paid as much. */
export const isToRelease = (facts: MonthFacts): boolean => stageOf(facts) === 'awaits_release'

/** How the receipts compare with the reports. */
export function paymentOf({ reported, received }: MonthSums): MonthStanding['payment'] {
  if (received === 0) return reported > 0 ? 'none' : 'nothing_to_pay'
  if (received === reported) return 'full'
  return received < reported ? 'less' : 'more'
}

/** The state of a month, decided only here, for releases and for reading. */
export function stageOf(facts: MonthFacts): MonthStanding['stage'] {
  const { rule, isReleased, isOver, isReported, reported, received, unrated } = facts
  if (rule === 'calendar') return 'by_calendar'
  if (isReleased) {
    if (missingOf(facts) > 0) return 'released_orders_held'
    return received < reported ? 'released_borne' : 'released'
  }
  if (!isOver) return 'not_over'
  if (received < reported) return 'unpaid'
  if (unrated > 0) return 'awaits_rate'
  // Without a report of the whole month it has no sum.
  return isReported && reported > 0 ? 'awaits_release' : 'awaits_report'
}

/** The last day of a month such as `2026-11`. */
export const lastDayOf = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10)

/** The position after an order in a list by worth. */
export const writeWorthCursor = ({ amount, id }: Holdable): string => `${amount}_${id}`

/** Reads it back; null for an invalid one. */
export function readWorthCursor(text: string): Holdable | null {
  const [, amount, id] = /^(\d{1,15})_(.+)$/s.exec(text) ?? []
  return amount && id ? { amount: Number(amount), id } : null
}
