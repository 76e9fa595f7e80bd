import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadScreens } from '../earnings/load-screens.ts'
import type { ProductsSearch } from '../earnings/products/products-search.ts'

export const Route = createFileRoute('/_app/earnings_/products')({
  codeSplitGroupings: [],
  validateSearch: (asked: ProductsSearch) => asked,
  head: ({ match }) => ({ meta: [{ title: `Products · ${match.context.appName}` }] }),
  component: lazyRouteComponent(loadScreens, 'ProductsPage'),
})
