import type { Move } from '../../shared/money.ts'
import { dayMs } from '../../shared/time.ts'

/** The time over which the acts of one admin alone are summed up. */
export const aloneMs = 30 * dayMs
/** How much more one admin may do alone for all creators together than for one of them. */
const allTimes = 10

/** The cents that were moved alone within 30 days: for each payee by any admin, and by this admin for anybody. */
export type Alone = { ofPayees: ReadonlyMap<string, number>; ofAdmin: number }

/** Whether an act exceeds what one admin does alone (docs/product/admin.md#a-second-admin); `alone` includes it. */
export function isMuch(moves: Move[], alone: Alone, aloneCents: number): boolean {
  const moving = moves.filter(({ cents }) => cents > 0)
  if (moving.length === 0) return false
  return (
    alone.ofAdmin > allTimes * aloneCents ||
    moving.some(({ payeeId }) => (alone.ofPayees.get(payeeId) ?? 0) > aloneCents)
  )
}

/** The sum of each payee's moves, in the order of payees, so that equal lists look equal. */
export function summed(moves: Move[]): Move[] {
  const of = new Map<string, number>()
  for (const { payeeId, cents } of moves) of.set(payeeId, (of.get(payeeId) ?? 0) + cents)
  return [...of]
    .map(([payeeId, cents]) => ({ payeeId, cents }))
    .sort((one, other) => (one.payeeId < other.payeeId ? -1 : 1))
}
