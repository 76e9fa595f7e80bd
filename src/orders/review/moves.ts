import type { Move } from '../../shared/money.ts'
import type { CurrentMatch, LockedOrder } from './assignment-sql.ts'

type Claim = Pick<CurrentMatch, 'payee_id' | 'evidence'>
type Decided = { before: Claim | undefined; after: Claim | undefined; disagreement?: Claim | undefined }

/**
 * The amounts that a decision on an order moves: its commission, from the former creator to the new one. It concerns
 * all claimants, whoever gets it.
 */
export function movesOf({ worth_cents }: LockedOrder, { before, after, disagreement }: Decided): Move[] {
  const [from, to] = [before?.payee_id ?? null, after?.payee_id ?? null]
  const cents = from === to ? 0 : Math.abs(worth_cents)
  const moved = new Set([from, to])
  const concerned = new Set([before, after, disagreement].flatMap((claim) => (claim ? sidesOf(claim) : [])))
  return [...concerned].map((payeeId) => ({ payeeId, cents: moved.has(payeeId) ? cents : 0 }))
}

/** The claimants of an order by its match. */
function sidesOf({ payee_id, evidence }: Claim): string[] {
  const { sides = [] } = evidence as { sides?: { payee_id: string }[] }
  return [...(payee_id === null ? [] : [payee_id]), ...sides.map((side) => side.payee_id)]
}
