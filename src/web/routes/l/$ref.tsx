import { createFileRoute } from '@tanstack/react-router'
import { loadProduct } from '../../product/product-data.ts'
import { missingProductHead, productHead } from '../../product/product-head.ts'
import { ProductFailed, ProductNotFound } from '../../product/product-missing.tsx'
import { ProductPage } from '../../product/product-page.tsx'
import { ProductPending } from '../../product/product-pending.tsx'

export const Route = createFileRoute('/l/$ref')({
  loader: ({ context, params }) => loadProduct(context.api, params.ref),
  head: ({ loaderData, match }) =>
    loaderData ? productHead(loaderData.product, match.context) : missingProductHead(match.context),
  component: ShortLinkPage,
  pendingComponent: ProductPending,
  notFoundComponent: ProductNotFound,
  errorComponent: ProductFailed,
})

function ShortLinkPage() {
  return <ProductPage {...Route.useLoaderData()} />
}
