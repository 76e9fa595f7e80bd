import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadScreens } from '../my-folio/load-screens.ts'

export const Route = createFileRoute('/_app/categories/setup')({
  codeSplitGroupings: [],
  head: ({ match }) => ({ meta: [{ title: `Manage Categories · ${match.context.appName}` }] }),
  component: lazyRouteComponent(loadScreens, 'CategoriesSetup'),
})
