import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadScreens } from '../earnings/load-screens.ts'
import type { EarningsSearch } from '../earnings/overview/earnings-search.ts'

export const Route = createFileRoute('/_app/earnings')({
  codeSplitGroupings: [],
  // The page itself validates it: code here would be part of every page's first load.
  validateSearch: (asked: EarningsSearch) => asked,
  head: ({ match }) => ({ meta: [{ title: `Earnings · ${match.context.appName}` }] }),
  component: lazyRouteComponent(loadScreens, 'EarningsPage'),
})
