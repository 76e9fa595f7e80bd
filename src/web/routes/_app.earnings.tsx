import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { EarningsPeriod } from '../../earnings/contract.ts'
import { loadScreens } from '../earnings/load-screens.ts'

type EarningsSearch = { period?: EarningsPeriod | undefined }

/** `?period=W` says which period the figures are of; months without it (docs/product/earnings.md#periods). */
const readSearch = ({ period }: { period?: unknown }): EarningsSearch => ({
  // Named even if there is none: the router keeps what the address has in place of what is left out.
  period: period === 'D' || period === 'W' || period === 'Y' ? period : undefined,
})

export const Route = createFileRoute('/_app/earnings')({
  codeSplitGroupings: [],
  validateSearch: readSearch,
  head: ({ match }) => ({ meta: [{ title: `Earnings · ${match.context.appName}` }] }),
  component: lazyRouteComponent(loadScreens, 'EarningsPage'),
})
