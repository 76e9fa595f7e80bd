import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadScreens } from '../my-folio/load-screens.ts'

export const Route = createFileRoute('/_app/filing-cabinet')({
  codeSplitGroupings: [],
  head: ({ match }) => ({ meta: [{ title: `Filing Cabinet · ${match.context.appName}` }] }),
  component: lazyRouteComponent(loadScreens, 'FilingCabinet'),
})
