import type { Move } from '../../shared/money.ts'
import { dayMs } from '../../shared/time.ts'

/** Over which time what one admin does alone is summed. */
export const aloneMs = 30 * dayMs
/** How much more one admin may do alone for all creators than for one of them. */
const allTimes = 10

/** What was moved alone within 30 days, in cents: for each payee by any admin, and by this admin for anybody. */
export type Alone = { ofPayees: ReadonlyMap<string, number>; ofAdmin: number }

/** Whether an act is beyond what one admin does alone (docs/product/admin.md#a-second-admin); `alone` includes it. */
export function isMuch(moves: Move[], alone: Alone, aloneCents: number): boolean {
  const moving = moves.filter(({ cents }) => cents > 0)
  if (moving.length === 0) return false
  return (
    alone.ofAdmin > allTimes * aloneCents ||
    moving.some(({ payeeId }) => (alone.ofPayees.get(payeeId) ?? 0) > aloneCents)
  )
}

/** Moves of one payee summed up, in the order of payees, so that two lists of the same are equal. */
export function summed(moves: Move[]): Move[] {
  const of = new Map<string, number>()
  for (const { payeeId, cents } of moves) of.set(payeeId, (of.get(payeeId) ?? 0) + cents)
  return [...of]
    .map(([payeeId, cents]) => ({ payeeId, cents }))
    .sort((one, other) => (one.payeeId < other.payeeId ? -1 : 1))
}
