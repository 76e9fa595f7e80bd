import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadScreens } from '../earnings/load-screens.ts'

export const Route = createFileRoute('/_app/earnings_/details')({
  codeSplitGroupings: [],
  head: ({ match }) => ({ meta: [{ title: `How you are paid · ${match.context.appName}` }] }),
  component: lazyRouteComponent(loadScreens, 'DetailsPage'),
})
