import { useNavigate, useSearch } from '@tanstack/react-router'
import type { EarningsPeriod, OrderSort } from '../../../earnings/contract.ts'
import { uuidPattern } from '../../../shared/uuid.ts'
import { firstPeriod, readPeriod } from './periods.ts'

/** The search of the address, unchecked, since anyone may type it. */
export type EarningsSearch = { period?: unknown; view?: unknown; sort?: unknown; product?: unknown }

export const historyViews = [
  { value: 'orders', label: 'Orders' },
  { value: 'entries', label: 'Entries' },
] as const
export type HistoryView = (typeof historyViews)[number]['value']

type Shown = {
  period: EarningsPeriod
  view: HistoryView
  sort: OrderSort
  /** The one product whose orders are shown; undefined for all. */
  product: string | undefined
}

const productId = new RegExp(`^${uuidPattern}$`)

const read = ({ period, view, sort, product }: EarningsSearch): Shown => ({
  period: readPeriod(period),
  view: view === 'entries' ? 'entries' : 'orders',
  sort: sort === 'posted' ? 'posted' : 'ordered',
  product: typeof product === 'string' && productId.test(product) ? product : undefined,
})

/** What is shown, and a function to change it. Both are in the address, without defaults, so that a reload finds them. */
export function useEarningsSearch(): [Shown, (change: Partial<Shown>) => void] {
  const shown = read(useSearch({ from: '/_app/earnings' }))
  const navigate = useNavigate({ from: '/earnings' })
  const change = (changes: Partial<Shown>) => {
    const { period, view, sort, product } = { ...shown, ...changes }
    void navigate({
      search: {
        ...(period !== firstPeriod && { period }),
        ...(view !== 'orders' && { view }),
        ...(sort !== 'ordered' && { sort }),
        ...(product && { product }),
      },
      replace: true,
      resetScroll: false,
    })
  }
  return [shown, change]
}
