import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadScreens } from '../my-folio/load-screens.ts'

export const Route = createFileRoute('/_app/my-folio')({
  codeSplitGroupings: [],
  head: ({ match }) => ({ meta: [{ title: `My Folio · ${match.context.appName}` }] }),
  component: lazyRouteComponent(loadScreens, 'MyFolioPage'),
})
