import type { OrderSort } from '../../../orders/order-list/contract.ts'
import type { OrderState } from '../../../orders/review/contract.ts'
import { marketplaceCodes } from '../../../shared/amazon/marketplace-codes.ts'
import { day, number, oneOf, searchOf, text } from '../../app/search-of.ts'

/** The states that orders are listed by, in the order of their chips. */
export const orderStates = [
  ...(['all', 'waiting', 'under_review', 'evidence_disagrees', 'high', 'medium', 'manual'] as const),
  ...(['unknown', 'with_ledger', 'returns_waiting', 'returns_asked', 'withdrawn'] as const),
] satisfies OrderState[]

/** The search of the address: which orders are listed, and whether those under review come in groups. */
export const ordersSearch = searchOf({
  state: oneOf(...orderStates),
  q: text,
  by: oneOf('group'),
  from: day,
  to: day,
  min: number,
  max: number,
  marketplace: oneOf<string>(...marketplaceCodes),
  sort: oneOf<OrderSort>('newest', 'oldest', 'highest', 'lowest'),
})

export type OrdersSearch = ReturnType<typeof ordersSearch>
