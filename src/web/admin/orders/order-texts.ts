import type { OrderState, ReviewKind } from '../../../orders/review/contract.ts'
import type { DisagreementGroup, Order } from '../answers.ts'
import { orderStates } from '../order-list/order-search.ts'
import { nameOf } from '../parts/texts.ts'

const stateNames: Record<OrderState, string> = {
  all: 'All',
  waiting: 'Waiting',
  under_review: 'Under review',
  evidence_disagrees: 'Evidence disagrees',
  high: 'High',
  medium: 'Medium',
  manual: 'Manual',
  unknown: 'Unknown',
  with_ledger: 'With ledger',
  returns_waiting: 'Returns waiting',
  returns_asked: 'Whose return?',
  withdrawn: 'Withdrawn',
}

/** The chips of the states that orders are listed by. */
export const stateChips = orderStates.map((value) => ({ value, label: stateNames[value] }))

export const statusNames: Record<Order['order_status'], string> = {
  pending: 'Pending at Amazon',
  shipped: 'Shipped',
  cancelled: 'Cancelled',
  returned: 'Returned',
  withdrawn: 'Withdrawn',
}

/** Why an order is under review: the text of its badge, and a sentence for admins. */
export const reviewTexts: Record<ReviewKind, { name: string; why: string }> = {
  restated_ambiguously: {
    name: 'restated',
    why: 'Several rows like this one changed between two reports. Nobody can tell which row became which.',
  },
  several_creators: {
    name: 'contested',
    why: 'Several creators’ links led to it, and their visits do not say whose it is.',
  },
  own_purchase: {
    name: 'own purchase?',
    why: 'All recorded visits are the creator’s own.',
  },
}

/** A status as a report has it, in words where it is one of ours. */
export const reportedStatus = (status: string): string =>
  Object.hasOwn(statusNames, status) ? statusNames[status as Order['order_status']] : status

/** The reason of a match in plain words: the matcher’s, or that an admin decided. */
export function whyText({ is_decided, creator, reason }: NonNullable<Order['match']>): string {
  if (!is_decided) return reason
  return creator ? 'An admin assigned it by hand.' : 'An admin decided that it is nobody’s.'
}

/** On what a match rests, in a word or two beside its badge. */
export const groundText = ({ is_decided, rule }: NonNullable<Order['match']>): string =>
  is_decided ? 'by an admin' : grounds[rule]

const grounds: Record<NonNullable<Order['match']>['rule'], string> = {
  sub_tag: 'sub tag',
  tracking_id: 'tracking ID',
  outbound_24h: 'shop press',
  outbound_24h_several: 'several creators',
  outbound_24h_networks: 'most networks',
  view_24h: 'views only',
  view_24h_several: 'several creators',
  view_24h_networks: 'most networks',
  cart_89d: 'in the cart',
  cart_89d_several: 'several creators',
  cart_89d_networks: 'most networks',
  manual: 'by an admin',
  none: 'no click',
}

/** Who an order is credited to, at the start of a line; null for nobody. */
export function creatorText(match: Order['match']): string | null {
  if (!match?.creator) return null
  return match.creator.username ? `@${match.creator.username}` : 'Someone who has left'
}

/** The button of a decision on a group whose evidence disagrees: 'Move them to @ben'. */
export function disagreementText({ creator, orders }: DisagreementGroup, choice: 'keep' | 'change'): string {
  const isOne = orders === 1
  if (choice === 'keep') return isOne ? 'Keep it as it is' : 'Keep them as they are'
  if (creator) return `Move ${isOne ? 'it' : 'them'} to ${nameOf(creator)}`
  return isOne ? 'Take it away' : 'Take them away'
}
