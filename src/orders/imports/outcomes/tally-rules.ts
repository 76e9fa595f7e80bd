import { toUnits } from '../../../shared/amazon/currencies.ts'
import { type RowOutcome, rowOutcomes, type Tally } from './contract.ts'

type OutcomeRows = { outcome: string; rows: number; cents: number }
type More = Record<'imported' | 'updated' | 'waiting_returns' | 'withdrawn' | 'others_changed', number>
/** A creator's share of a change, or nobody's. */
export type CreatorCents = { payee_id: string | null; orders: number; cents: number }

/** Whether an outcome is for orders without rows in the file. */
const isOfOthers = (outcome: RowOutcome) => outcome === 'withdrawn' || outcome === 'others_changed'

/**
 * Rows and orders by outcome, in units of the currency: what the rows report, and what is added to the commission of
 * all orders.
 */
export const tallyOf = (counted: OutcomeRows[], more: More, currency: string): Tally =>
  rowOutcomes.map((outcome) => {
    const { rows = 0, cents = 0 } = counted.find((row) => row.outcome === outcome) ?? {}
    return {
      outcome,
      rows,
      reported: isOfOthers(outcome) ? null : toUnits(cents, currency),
      commission: toUnits(outcome in more ? more[outcome as keyof More] : 0, currency),
    }
  })

/** How many creators are listed; the others are summed up. */
export const maxCreatorsListed = 100

/** The sum of all creators beyond those listed; null if there are none. */
export function otherCreators(
  creators: CreatorCents[],
): { creators: number; orders: number; cents: number } | null {
  const others = creators.slice(maxCreatorsListed)
  if (others.length === 0) return null
  const sum = (of: 'orders' | 'cents') => others.reduce((total, creator) => total + creator[of], 0)
  return { creators: others.length, orders: sum('orders'), cents: sum('cents') }
}

/** The changes of undoing, as stored with the import; usernames are looked up when it is shown. */
export type StoredEffect = {
  orders: number
  cents: number
  creators: CreatorCents[]
  other_creators: ReturnType<typeof otherCreators>
  is_at_most: boolean
}

/** The orders and cents of a change, from creators' shares of it. */
export const effectOf = (creators: CreatorCents[], isAtMost: boolean): StoredEffect => ({
  orders: creators.reduce((sum, { orders }) => sum + orders, 0),
  cents: creators.reduce((sum, { cents }) => sum + cents, 0),
  creators: creators.slice(0, maxCreatorsListed),
  other_creators: otherCreators(creators),
  is_at_most: isAtMost,
})
