import { useNavigate, useSearch } from '@tanstack/react-router'
import type { EarningsPeriod, ProductEnd, ProductSort } from '../../../earnings/contract.ts'
import { firstPeriod } from '../overview/periods.ts'

/** What the list can be sorted by; earnings is the default. */
export const productSorts = [
  { value: 'clicks', label: 'Clicks' },
  { value: 'orders', label: 'Orders' },
  { value: 'conversion', label: 'Conversion' },
  { value: 'earnings', label: 'Earnings' },
] as const satisfies readonly { value: ProductSort; label: string }[]

/** Which end comes first; the most is the default. */
export const productEnds = [
  { value: 'most', label: 'Most first' },
  { value: 'least', label: 'Least first' },
] as const satisfies readonly { value: ProductEnd; label: string }[]

type Shown = { period: EarningsPeriod; sort: ProductSort; first: ProductEnd }

/** Period and order of the list, and a function to change them; both are in the address, without defaults. */
export function useProductsSearch(): [Shown, (change: Partial<Shown>) => void] {
  const asked = useSearch({ from: '/_app/earnings/products' })
  const { period = firstPeriod, sort = 'earnings', first = 'most' } = asked
  const shown = { period, sort, first }
  const navigate = useNavigate({ from: '/earnings/products' })
  const change = (changes: Partial<Shown>) => {
    const { period, sort, first } = { ...shown, ...changes }
    void navigate({
      search: {
        ...(period !== firstPeriod && { period }),
        ...(sort !== 'earnings' && { sort }),
        ...(first !== 'most' && { first }),
      },
      replace: true,
      resetScroll: false,
    })
  }
  return [shown, change]
}
