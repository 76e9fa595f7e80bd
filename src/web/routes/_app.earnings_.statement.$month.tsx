import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadScreens } from '../earnings/load-screens.ts'

export const Route = createFileRoute('/_app/earnings_/statement/$month')({
  codeSplitGroupings: [],
  head: ({ match, params }) => ({
    meta: [{ title: `Statement ${params.month} · ${match.context.appName}` }],
  }),
  component: lazyRouteComponent(loadScreens, 'StatementPage'),
})
