import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadScreens } from '../earnings/load-screens.ts'

export const Route = createFileRoute('/_app/earnings_/payouts/$id')({
  codeSplitGroupings: [],
  head: ({ match }) => ({ meta: [{ title: `Payout · ${match.context.appName}` }] }),
  component: lazyRouteComponent(loadScreens, 'OwnPayoutPage'),
})
