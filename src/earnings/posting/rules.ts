import { addDays, utcDay } from '../../shared/time.ts'
import type { MonthWorth, OrderTransactionType, ReviewReason } from '../contract.ts'
import { feeOn, type StandingFee } from '../fees/rules.ts'
import {
  type Change,
  changesTo,
  grossOf,
  type MonthSum,
  takenPosted,
  totalOf,
  type Worth,
} from './month-changes-rules.ts'

/** Why a row was posted, stored with it (decision 27). Its creator may read all of it. */
export type Why = {
  /** The rule by which the order is credited. */
  rule: string
  evidence: Record<string, unknown>
  /** The newest report's observation; null if no report has the order any more. */
  observationId: string | null
  /** The reason of the rule, or an admin's note to the creator. */
  reason: string | null
}

/** What an order is worth now, and to whom. */
export type Owed = {
  orderItemId: string
  marketplace: string
  /** The day whose fee applies: the day of shipment, if known, otherwise that of the order. */
  feeDay: string
  /** Null if the order belongs to nobody; then nothing is owed. */
  payeeId: string | null
  productId: string | null
  /** The whole commission by the months in which Amazon pays it, each once; empty before it is earned. */
  months: MonthWorth[]
  /** For another currency than dollars: the worth of the same months in its smallest unit. */
  own?: { currency: string; months: { month: string; amount: number }[] }
  /** Whether the order was returned or cancelled. */
  isReturned: boolean
  /** Why an admin has to decide before any of it is payable; null if nobody has to. */
  review: ReviewReason | null
  /** Why it belongs to its payee. */
  why: Why
}

/** The ledger's state for an order and a payee. */
export type Posted = {
  orderItemId: string
  payeeId: string
  /** The product of the last row. */
  productId: string | null
  /** How many rows there are; also the position of the last one. */
  entryCount: number
  feeCents: number
  /** The first row's values, which apply to all others. */
  feeBps: number
  marketplace: string | null
  sums: MonthSum[]
}

export type Terms = {
  /** Everybody's fees and the payees' own, for pairs that get their first row. */
  fees: StandingFee[]
  /** How many days after the end of an earning month Amazon pays. */
  holdDays: number
  /** The present day in the time zone of the reports. */
  today: string
}

/** A row of an order to append. */
export type Entry = {
  orderItemId: string
  payeeId: string
  productId: string | null
  pairSequence: number
  type: OrderTransactionType
  grossCents: number
  feeCents: number
  userCents: number
  feeBps: number
  availableOn: string
  /** The marketplace and the month for which Amazon pays the order. */
  marketplace: string | null
  earningMonth: string | null
  /** The month with which it counts as posted, if that is another. */
  countsMonth: string | null
  why: Why
}

/** Explains a reversal to the former creator of an order, without naming the present one. */
const notTheirsAnyMore = ({ why: { observationId } }: Owed): Why => ({
  rule: 'none',
  evidence: {},
  observationId,
  reason: 'The order is no longer credited to this creator.',
})

/**
 * The rows that bring the ledger to what is owed: the difference for each month of each payee who has ledger rows of
 * this order, and of its present payee (docs/product/ledger.md#posting). None without a difference, so that repeating
 * it does nothing.
 */
export function entriesFor(owed: Owed, posted: Posted[], terms: Terms): Entry[] {
  const formers = posted.filter(({ payeeId }) => payeeId !== owed.payeeId)
  const entries = formers
    .flatMap((pair) => rowsOf(pair, changesTo(pair.sums, new Map()), pair.productId, 'adjustment', terms))
    .map((entry) => ({ ...entry, why: withMonthWorth(notTheirsAnyMore(owed), entry, owed.own, 0) }))
  if (owed.payeeId === null) return entries
  const pair = posted.find(({ payeeId }) => payeeId === owed.payeeId) ?? newPair(owed, owed.payeeId, terms)
  const type = owed.isReturned ? 'return' : 'adjustment'
  const own = moves(pair, worthOf(owed, pair), owed.productId, type, terms)
  return [
    ...entries,
    ...own.map((entry) => {
      const why = entry.pairSequence === 1 ? withFeeDay(owed) : owed.why
      const found = owed.own?.months.find(({ month }) => `${month}-01` === entry.earningMonth)
      return { ...entry, why: withMonthWorth(why, entry, owed.own, found?.amount ?? 0) }
    }),
  ]
}

/**
 * A row of an order in another currency than dollars stores what the order is worth in the row's month from then on, so
 * that the books know how much of a month was posted in its currency (docs/product/books.md#exchange).
 */
const withMonthWorth = (why: Why, { earningMonth }: Difference, own: Owed['own'], amount: number): Why =>
  own && earningMonth !== null
    ? {
        ...why,
        evidence: { ...why.evidence, month_worth: { currency: own.currency, smallest_units: amount } },
      }
    : why

/** The evidence of an order's first row names the day whose fee applies. */
const withFeeDay = ({ why, feeDay }: Owed): Why => ({
  ...why,
  evidence: { ...why.evidence, fee_day: feeDay },
})

const newPair = (owed: Owed, payeeId: string, terms: Terms): Posted => ({
  orderItemId: owed.orderItemId,
  payeeId,
  productId: owed.productId,
  entryCount: 0,
  feeCents: 0,
  feeBps: feeOn(terms.fees, payeeId, owed.feeDay).feeBps,
  marketplace: owed.marketplace,
  sums: [],
})

/** By months, as their first days; all under no month if the pair began with rows that name none. */
function worthOf({ months }: Owed, { entryCount, marketplace }: Posted): Worth {
  if (entryCount === 0 || marketplace !== null)
    return new Map(months.map(({ month, cents }) => [`${month}-01`, cents]))
  return new Map([[null, totalOf(months.map(({ cents }) => cents))]])
}

type Difference = Omit<Entry, 'why'>

/**
 * The rows that bring a pair to its worth. If the product changed, first everything back, then to the new one, since
 * products have sums too.
 */
function moves(
  pair: Posted,
  worth: Worth,
  productId: string | null,
  type: Entry['type'],
  terms: Terms,
): Difference[] {
  const isNothing = totalOf([...worth.values()]) === 0
  if (isNothing || grossOf(pair.sums) === 0 || productId === pair.productId)
    // Taken back from the product that has it.
    return rowsOf(pair, changesTo(pair.sums, worth), isNothing ? pair.productId : productId, type, terms)
  const taken = changesTo(pair.sums, new Map())
  const back = rowsOf(pair, taken, pair.productId, type, terms)
  const sums = pair.sums.map((sum) => ({ ...sum, grossCents: 0 }))
  const zero = { ...pair, entryCount: pair.entryCount + back.length, feeCents: 0, sums }
  return [...back, ...rowsOf(zero, changesTo(sums, worth, takenPosted(taken)), productId, type, terms)]
}

/** One row for each change, numbered after those of the pair. */
function rowsOf(
  pair: Posted,
  changes: Change[],
  productId: string | null,
  type: Entry['type'],
  { holdDays, today }: Terms,
): Difference[] {
  let total = grossOf(pair.sums)
  let fees = pair.feeCents
  return changes.map(({ month, postedWith, cents, availableOn: known, isReturn }, n): Difference => {
    total += cents
    // The fee of the total less the fees before, not the fee of the difference: so the rows' fees add up to the fee of
    // their total, and to zero at zero.
    const feeCents = feeOf(total, pair.feeBps) - fees
    fees += feeCents
    const pairSequence = pair.entryCount + n + 1
    const isFirst = pairSequence === 1
    const available = known ?? (postedWith === null ? today : availableOn(postedWith, holdDays))
    return {
      orderItemId: pair.orderItemId,
      payeeId: pair.payeeId,
      productId,
      pairSequence,
      type: isFirst ? 'commission' : isReturn ? 'return' : type,
      grossCents: cents,
      feeCents,
      userCents: cents - feeCents,
      feeBps: pair.feeBps,
      availableOn: pair.entryCount === 0 || available > today ? available : today,
      marketplace: pair.marketplace,
      earningMonth: month,
      countsMonth: postedWith === month ? null : postedWith,
    }
  })
}

/**
 * The fee of a total, half a cent rounded away from zero (docs/product/ledger.md#the-fee). Both are whole cents;
 * platform_fee() in the database computes the same.
 */
export function feeOf(totalCents: number, feeBps: number): number {
  const total = Math.abs(totalCents)
  if (!Number.isSafeInteger(total)) throw new RangeError(`${totalCents} cents are no amount to share`)
  const rest = total % 10_000
  const scaled = rest * feeBps + 5_000
  // In two parts, since the product of a large amount and the rate is more than a number holds exactly.
  const fee = ((total - rest) / 10_000) * feeBps + (scaled - (scaled % 10_000)) / 10_000
  return totalCents < 0 ? 0 - fee : fee
}

/** When Amazon has paid for a month: `holdDays` after its last day (docs/product/ledger.md#status). */
export function availableOn(month: string, holdDays: number): string {
  const day = new Date(`${month}T00:00:00Z`)
  // Day 0 of the next month is the last day of this one.
  day.setUTCMonth(day.getUTCMonth() + 1, 0)
  return addDays(utcDay(day), holdDays)
}
