import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadScreens } from '../earnings/load-screens.ts'

export const Route = createFileRoute('/_app/earnings_/statement/')({
  codeSplitGroupings: [],
  head: ({ match }) => ({ meta: [{ title: `Statements · ${match.context.appName}` }] }),
  component: lazyRouteComponent(loadScreens, 'StatementsPage'),
})
