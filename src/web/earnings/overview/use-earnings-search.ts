import { useNavigate, useSearch } from '@tanstack/react-router'
import type { EarningsPeriod, OrderSort } from '../../../earnings/contract.ts'
import { firstPeriod } from './periods.ts'

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

/**
 * What is shown, and a function to change it. Both are in the address, without defaults, so that a reload finds them.
 */
export function useEarningsSearch(): [Shown, (change: Partial<Shown>) => void] {
  const {
    period = firstPeriod,
    view = 'orders',
    sort = 'ordered',
    product,
  } = useSearch({ from: '/_app/earnings/' })
  const shown = { period, view, sort, product }
  const navigate = useNavigate({ from: '/earnings/' })
  const change = (change: Partial<Shown>) => {
    const { period, view, sort, product } = { ...shown, ...change }
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
