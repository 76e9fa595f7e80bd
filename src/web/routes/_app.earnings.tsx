import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { EarningsPeriod } from '../../earnings/contract.ts'
import { loadScreens } from '../earnings/load-screens.ts'

type EarningsSearch = { period?: EarningsPeriod }

/** `?period=W` says which period the figures are of; months without it (spec section 9, analytics periods). */
const readSearch = ({ period }: { period?: unknown }): EarningsSearch =>
  period === 'D' || period === 'W' || period === 'Y' ? { period } : {}

export const Route = createFileRoute('/_app/earnings')({
  codeSplitGroupings: [],
  validateSearch: readSearch,
  head: ({ match }) => ({ meta: [{ title: `Earnings · ${match.context.appName}` }] }),
  component: lazyRouteComponent(loadScreens, 'EarningsPage'),
})
