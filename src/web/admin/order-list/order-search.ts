import type { OrderSort } from '../../../orders/order-list/contract.ts'
import { isMarketplace } from '../../../shared/amazon/marketplaces.ts'
import { stateIn } from '../orders/order-texts.ts'

/** The search of the address: which orders are listed, and whether those under review come in groups. */
export type OrdersSearch = {
  state?: string | undefined
  q?: string | undefined
  by?: 'group' | undefined
  from?: string | undefined
  to?: string | undefined
  min?: number | undefined
  max?: number | undefined
  marketplace?: string | undefined
  sort?: OrderSort | undefined
}

/** The query of the call for an address's search. */
export const listedBy = ({ by: _, state, ...search }: OrdersSearch) => ({ ...search, state: stateIn(state) })
export type ListedBy = ReturnType<typeof listedBy>

const filterNames = ['from', 'to', 'min', 'max', 'marketplace'] as const

/** The number of filters set in a search. */
export const filterCount = (search: OrdersSearch): number =>
  filterNames.filter((name) => search[name] !== undefined).length

export const noFilters = Object.fromEntries(filterNames.map((name) => [name, undefined]))

const dayIn = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined
const amountIn = (value: unknown) =>
  value !== undefined && value !== '' && Number.isFinite(Number(value)) ? Number(value) : undefined
const textIn = (value: unknown) => (value === undefined || value === '' ? undefined : String(value))
const sorts: readonly unknown[] = ['newest', 'oldest', 'highest', 'lowest'] satisfies OrderSort[]

/** Reads the search of an address; unknown or invalid values are left out. */
export const readOrdersSearch = (asked: Record<string, unknown>): OrdersSearch => ({
  state: textIn(asked.state),
  q: textIn(asked.q),
  by: asked.by === 'group' ? 'group' : undefined,
  from: dayIn(asked.from),
  to: dayIn(asked.to),
  min: amountIn(asked.min),
  max: amountIn(asked.max),
  marketplace: isMarketplace(String(asked.marketplace)) ? String(asked.marketplace) : undefined,
  sort: sorts.includes(asked.sort) ? (asked.sort as OrderSort) : undefined,
})
