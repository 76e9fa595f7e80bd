import { createFileRoute } from '@tanstack/react-router'
import { ProductsPage } from '../../../earnings/products/products-page.tsx'
import { productsSearch } from '../../../earnings/searches.ts'

export const Route = createFileRoute('/_app/earnings/products')({
  validateSearch: productsSearch,
  head: ({ match }) => ({ meta: [{ title: `Products · ${match.context.appName}` }] }),
  component: ProductsPage,
})
