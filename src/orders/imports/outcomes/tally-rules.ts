import { centsToUsd } from '../../../shared/money.ts'
import type { RowOutcome, Tally } from './contract.ts'

type OutcomeRows = { outcome: string; rows: number; cents: number }
type More = Record<'imported' | 'updated' | 'waiting_returns' | 'withdrawn' | 'others_changed', number>
export type CreatorCents = { payee_id: string | null; orders: number; cents: number }

const outcomes = [
  'imported',
  'updated',
  'unchanged',
  'waiting_returns',
  'combined',
  'withdrawn',
  'others_changed',
] as const satisfies RowOutcome[]

/** Of these the file has no rows. */
const isOfOthers = (outcome: RowOutcome) => outcome === 'withdrawn' || outcome === 'others_changed'

/** What becomes of rows and orders, in numbers and in money: what the rows tell, and what all orders come to more. */
export const tallyOf = (counted: OutcomeRows[], more: More): Tally =>
  outcomes.map((outcome) => {
    const { rows = 0, cents = 0 } = counted.find((row) => row.outcome === outcome) ?? {}
    return {
      outcome,
      rows,
      reported: isOfOthers(outcome) ? null : centsToUsd(cents),
      commission: centsToUsd(outcome in more ? more[outcome as keyof More] : 0),
    }
  })

/** So many creators are told by name; the rest are summed up. */
export const mostCreatorsKept = 100

/** Those beyond, together; null where there are none. */
export function otherCreators(
  creators: CreatorCents[],
): { creators: number; orders: number; cents: number } | null {
  const others = creators.slice(mostCreatorsKept)
  if (others.length === 0) return null
  const sum = (of: 'orders' | 'cents') => others.reduce((total, creator) => total + creator[of], 0)
  return { creators: others.length, orders: sum('orders'), cents: sum('cents') }
}

/** What undoing changed, as an import keeps it; who the creators are is looked up when it is shown. */
export type KeptEffect = {
  orders: number
  cents: number
  creators: CreatorCents[]
  other_creators: ReturnType<typeof otherCreators>
  is_at_most: boolean
}

/** The orders and the money that creators' shares of a change come to. */
export const effectOf = (creators: CreatorCents[], isAtMost: boolean): KeptEffect => ({
  orders: creators.reduce((sum, { orders }) => sum + orders, 0),
  cents: creators.reduce((sum, { cents }) => sum + cents, 0),
  creators: creators.slice(0, mostCreatorsKept),
  other_creators: otherCreators(creators),
  is_at_most: isAtMost,
})
