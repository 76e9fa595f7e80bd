import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadScreens } from '../earnings/load-screens.ts'

export const Route = createFileRoute('/_app/earnings_/payouts/')({
  codeSplitGroupings: [],
  head: ({ match }) => ({ meta: [{ title: `Payouts · ${match.context.appName}` }] }),
  component: lazyRouteComponent(loadScreens, 'OwnPayoutsPage'),
})
