import { useNavigate, useSearch } from '@tanstack/react-router'
import type { EarningsPeriod, ProductSort } from '../../../earnings/contract.ts'
import { firstPeriod, readPeriod } from '../overview/periods.ts'

/** The search of the address, unchecked, since anyone may type it. */
export type ProductsSearch = { period?: unknown; sort?: unknown }

/** What the list can be sorted by; the first one is the default. */
export const productSorts = [
  { value: 'earnings', label: 'Earnings' },
  { value: 'clicks', label: 'Clicks' },
  { value: 'orders', label: 'Orders' },
  { value: 'conversion', label: 'Conversion' },
] as const satisfies readonly { value: ProductSort; label: string }[]

type Shown = { period: EarningsPeriod; sort: ProductSort }

/** Period and sort of the list, and a function to change them; both are in the address, without defaults. */
export function useProductsSearch(): [Shown, (change: Partial<Shown>) => void] {
  const asked: ProductsSearch = useSearch({ from: '/_app/earnings_/products' })
  const shown = {
    period: readPeriod(asked.period),
    sort: productSorts.find(({ value }) => value === asked.sort)?.value ?? 'earnings',
  }
  const navigate = useNavigate({ from: '/earnings/products' })
  const change = (changes: Partial<Shown>) => {
    const { period, sort } = { ...shown, ...changes }
    void navigate({
      search: { ...(period !== firstPeriod && { period }), ...(sort !== 'earnings' && { sort }) },
      replace: true,
      resetScroll: false,
    })
  }
  return [shown, change]
}
