import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadScreens } from '../earnings/load-screens.ts'
import { productsSearch } from '../earnings/searches.ts'

export const Route = createFileRoute('/_app/earnings_/products')({
  codeSplitGroupings: [],
  validateSearch: productsSearch,
  head: ({ match }) => ({ meta: [{ title: `Products · ${match.context.appName}` }] }),
  component: lazyRouteComponent(loadScreens, 'ProductsPage'),
})
