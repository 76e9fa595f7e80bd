import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadScreens } from '../earnings/load-screens.ts'
import { earningsSearch } from '../earnings/searches.ts'

export const Route = createFileRoute('/_app/earnings')({
  codeSplitGroupings: [],
  validateSearch: earningsSearch,
  head: ({ match }) => ({ meta: [{ title: `Earnings · ${match.context.appName}` }] }),
  component: lazyRouteComponent(loadScreens, 'EarningsPage'),
})
