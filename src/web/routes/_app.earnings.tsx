import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadScreens } from '../earnings/load-screens.ts'
import type { EarningsSearch } from '../earnings/overview/earnings-search.ts'

export const Route = createFileRoute('/_app/earnings')({
  codeSplitGroupings: [],
  // Read by the page: what reads it would otherwise be in every page's first load, since each names all routes.
  validateSearch: (asked: EarningsSearch) => asked,
  head: ({ match }) => ({ meta: [{ title: `Earnings · ${match.context.appName}` }] }),
  component: lazyRouteComponent(loadScreens, 'EarningsPage'),
})
