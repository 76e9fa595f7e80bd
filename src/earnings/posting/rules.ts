import { addDays, utcDay } from '../../shared/time.ts'
import type { OrderTransactionType, ReviewReason } from '../contract.ts'
import { feeOn, type StandingFee } from '../fees/rules.ts'

/** What a row is posted by, which is stored with it (decision 35). All of it may be read by its creator. */
export type Why = {
  /** The rule by which the order is credited. */
  rule: string
  evidence: Record<string, unknown>
  /** What the newest report says; null where none has the order any more. */
  observationId: string | null
  /** The reason of the rule, or an admin's note to the creator. */
  reason: string | null
}

/** What an order is worth now, and to whom. */
export type Owed = {
  orderItemId: string
  marketplace: string
  /** The day, as `2026-11-03`. */
  orderDate: string
  /** The day whose fee is its: on which it was shipped, where that is known, else ordered. */
  feeDay: string
  /** Null where the order belongs to nobody; then nothing is owed. */
  payeeId: string | null
  productId: string | null
  /** The whole commission, never negative; zero before it is earned. */
  owedCents: number
  /** Whether the order was returned or cancelled. */
  isReturned: boolean
  /** Why an admin has to decide before any of it is payable; null where nobody has to. */
  review: ReviewReason | null
  /** Why it is its payee's. */
  why: Why
}

/** The ledger's state for an order and a payee. */
export type Posted = {
  orderItemId: string
  payeeId: string
  /** The product of the last row. */
  productId: string | null
  /** How many rows there are; also the position of the last one. */
  entries: number
  grossCents: number
  feeCents: number
  /** The first row's values, which hold for the others. */
  feeBps: number
  availableOn: string
  /** Null where the first row is of version 1 or 2. */
  marketplace: string | null
  earningMonth: string | null
}

export type Terms = {
  /** Of everybody and of the payees, for pairs that get their first row. */
  fees: StandingFee[]
  /** How many days after the end of an order's month Amazon has paid. */
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
  /** For which month of which marketplace Amazon pays the order. */
  marketplace: string | null
  earningMonth: string | null
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
 * The rows that make the ledger say what is owed: the difference for each payee who has ledger rows of this order, and
 * for its present payee (docs/product/ledger.md#posting). None where there is no difference, so that repeating it does
 * nothing.
 */
export function entriesFor(owed: Owed, posted: Posted[], terms: Terms): Entry[] {
  const formers = posted.filter(({ payeeId }) => payeeId !== owed.payeeId)
  const entries = formers
    .flatMap((pair) => moves(pair, 0, pair.productId, 'adjustment', terms))
    .map((entry) => ({ ...entry, why: notTheirsAnyMore(owed) }))
  if (owed.payeeId === null) return entries
  const pair = posted.find(({ payeeId }) => payeeId === owed.payeeId) ?? newPair(owed, owed.payeeId, terms)
  const type = owed.isReturned ? 'return' : 'adjustment'
  const own = moves(pair, owed.owedCents, owed.productId, type, terms)
  return [
    ...entries,
    ...own.map((entry) => ({ ...entry, why: entry.pairSequence === 1 ? withFeeDay(owed) : owed.why })),
  ]
}

/** An order's first row says by which day's fee it is. */
const withFeeDay = ({ why, feeDay }: Owed): Why => ({
  ...why,
  evidence: { ...why.evidence, fee_day: feeDay },
})

const newPair = (owed: Owed, payeeId: string, terms: Terms): Posted => ({
  orderItemId: owed.orderItemId,
  payeeId,
  productId: owed.productId,
  entries: 0,
  grossCents: 0,
  feeCents: 0,
  feeBps: feeOn(terms.fees, payeeId, owed.feeDay).feeBps,
  availableOn: availableOn(owed.orderDate, terms.holdDays),
  marketplace: owed.marketplace,
  earningMonth: `${owed.orderDate.slice(0, 7)}-01`,
})

type Difference = Omit<Entry, 'why'>

/**
 * The rows that take a pair to a total. Where the product changed: all back first, then to the new one, since products
 * have sums too.
 */
function moves(
  pair: Posted,
  totalCents: number,
  productId: string | null,
  type: Entry['type'],
  terms: Terms,
): Difference[] {
  if (totalCents === 0 || pair.grossCents === 0 || productId === pair.productId)
    // Taken back from the product that has it.
    return move(pair, totalCents, totalCents === 0 ? pair.productId : productId, type, terms.today)
  const back = move(pair, 0, pair.productId, type, terms.today)
  const zero = { ...pair, entries: pair.entries + back.length, grossCents: 0, feeCents: 0 }
  return [...back, ...move(zero, totalCents, productId, type, terms.today)]
}

function move(
  pair: Posted,
  totalCents: number,
  productId: string | null,
  type: Entry['type'],
  today: string,
): Difference[] {
  const grossCents = totalCents - pair.grossCents
  if (grossCents === 0) return []
  // Of the totals, not of the difference, so that the fees of rows add up to the fee of their total, and to zero at
  // zero.
  const feeCents = feeOf(totalCents, pair.feeBps) - pair.feeCents
  const isFirst = pair.entries === 0
  return [
    {
      orderItemId: pair.orderItemId,
      payeeId: pair.payeeId,
      productId,
      pairSequence: pair.entries + 1,
      type: isFirst ? 'commission' : type,
      grossCents,
      feeCents,
      userCents: grossCents - feeCents,
      feeBps: pair.feeBps,
      availableOn: isFirst || pair.availableOn > today ? pair.availableOn : today,
      marketplace: pair.marketplace,
      earningMonth: pair.earningMonth,
    },
  ]
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

/** When Amazon has paid for an order: `holdDays` after the last day of its month (docs/product/ledger.md#status). */
export function availableOn(orderDate: string, holdDays: number): string {
  const day = new Date(`${orderDate}T00:00:00Z`)
  // Day 0 of the next month is the last day of this one.
  day.setUTCMonth(day.getUTCMonth() + 1, 0)
  return addDays(utcDay(day), holdDays)
}
