import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadScreens } from '../my-folio/load-screens.ts'

export const Route = createFileRoute('/_app/inbox')({
  codeSplitGroupings: [],
  head: ({ match }) => ({ meta: [{ title: `Inbox · ${match.context.appName}` }] }),
  component: lazyRouteComponent(loadScreens, 'InboxPage'),
})
