import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadScreens } from '../earnings/load-screens.ts'

export const Route = createFileRoute('/_app/earnings_/payouts/$id_/advice')({
  codeSplitGroupings: [],
  head: ({ match }) => ({ meta: [{ title: `Remittance advice · ${match.context.appName}` }] }),
  component: lazyRouteComponent(loadScreens, 'AdvicePage'),
})
