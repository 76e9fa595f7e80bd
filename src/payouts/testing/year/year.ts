import type { Random } from '../../../../tests/chaos/random.ts'
import type { Model, Order } from './model.ts'
import type { Stage } from './stage.ts'

/** Where orders come from, most of them from the first. */
export const markets = ['us', 'us', 'us', 'ca', 'uk', 'jp']
/**
 * Of other currencies: how many smallest units are one, and about how many ten-thousandths of a cent are the smallest
 * by rates, and by what Amazon's bank pays.
 */
export const currencies: Record<string, { code: string; units: number; rate: number; paid: number }> = {
  ca: { code: 'CAD', units: 100, rate: 7_300, paid: 7_100 },
  uk: { code: 'GBP', units: 100, rate: 12_700, paid: 12_500 },
  jp: { code: 'JPY', units: 1, rate: 6_600, paid: 6_500 },
}
/** An amount in the smallest unit as whole units. */
export const unitsOf = (market: string, amount: number) => amount / (currencies[market]?.units ?? 100)
/** A payout that is under way or was paid; of one that is `asked`, the provider says something else. */
export type Sent = {
  id: string
  runId: string
  reference: string
  creator: number
  cents: number
  state: 'sent' | 'paid' | 'asked' | 'cancelling'
}

/** A line of a transfer: without a key a bounty, or below zero a deduction, which may be for an order. */
export type Pay = { key: string | null; cents: number; order?: Order }

/** A year as it is played. */
export type Year = {
  stage: Stage
  model: Model
  random: Random
  /** Payouts that may still fail or come back. */
  open: Sent[]
  /** Parts of months that Amazon pays a month later, or never. */
  late: Pay[]
  /** Orders that are reported months later than others. */
  lateOrders: { order: Order; from: string }[]
  /** Months without a rate so far, and such whose rate was superseded. */
  unrated: Set<string>
  superseded: Set<string>
  holds: { id: string; end: () => void }[]
  /** Closed months of the books, as they were when they were first seen. */
  closed: Map<string, unknown>
  number: number
  /** How many have visited somebody. */
  readers: { count: number }
}

/** The months from the December before the year on. */
export const monthAt = (index: number) => new Date(Date.UTC(2025, 11 + index, 1)).toISOString().slice(0, 7)
/** The month so many months after another. */
export const monthAfter = (month: string, count = 1) =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 1 + count, 1))
    .toISOString()
    .slice(0, 7)
