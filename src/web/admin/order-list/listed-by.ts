import type { OrdersSearch } from './order-search.ts'

/** The query of the call for an address's search. */
export const listedBy = ({ by: _, state = 'all', ...search }: OrdersSearch) => ({ ...search, state })
export type ListedBy = ReturnType<typeof listedBy>

const filterNames = ['from', 'to', 'min', 'max', 'marketplace'] as const

/** The number of filters set in a search. */
export const filterCount = (search: OrdersSearch): number =>
  filterNames.filter((name) => search[name] !== undefined).length

export const noFilters = Object.fromEntries(filterNames.map((name) => [name, undefined]))
