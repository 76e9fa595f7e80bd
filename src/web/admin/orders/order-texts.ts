import type { OrderState } from '../../../orders/review/contract.ts'
import type { Order } from '../admin-queries.ts'

/** The states that orders are listed by, as chips. */
export const stateChips: { value: OrderState; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'high', label: 'High' },
  { value: 'medium', label: 'Medium' },
  { value: 'manual', label: 'Manual' },
  { value: 'unknown', label: 'Unknown' },
  { value: 'undecided', label: 'Undecided' },
  { value: 'with_ledger', label: 'With ledger' },
  { value: 'under_review', label: 'Under review' },
  { value: 'returns_waiting', label: 'Returns waiting' },
]

/** The state that an address names; all for one that is none. */
export const stateIn = (text: string | undefined): OrderState =>
  stateChips.find(({ value }) => value === text)?.value ?? 'all'

export const statusNames: Record<Order['order_status'], string> = {
  pending: 'Pending at Amazon',
  shipped: 'Shipped',
  cancelled: 'Cancelled',
  returned: 'Returned',
  withdrawn: 'Withdrawn',
}

/** Why nothing more is posted for an order before an admin has looked at it. */
export const reviewTexts: Record<NonNullable<Order['review_reason']>, string> = {
  restated_ambiguously:
    'Several rows like this one changed between two reports, so nobody can tell which of them became which. What is posted stays as it is, and nothing more is posted, until an admin accepts what the newest report says.',
}

/** A status as a report told it. */
export const toldStatus = (status: string): string =>
  Object.hasOwn(statusNames, status) ? statusNames[status as Order['order_status']] : status

/** Why an order is whose it is, in plain words: the matcher’s, or that an admin decided. */
export function whyText({ is_held, creator, reason }: NonNullable<Order['match']>): string {
  if (!is_held) return reason
  return creator ? 'An admin assigned it by hand.' : 'An admin decided that it is nobody’s.'
}

/** Who an order is credited to, for a line of text. */
export function creatorText(match: Order['match']): string | null {
  if (!match?.creator) return null
  return match.creator.username ? `@${match.creator.username}` : 'Someone who has left'
}
