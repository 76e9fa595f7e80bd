import { useInfiniteQuery } from '@tanstack/react-query'
import { PageHead } from '../../shell/page-head.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/empty-or-failed.tsx'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useApi } from '../../use-api.ts'
import { productsQuery } from '../earnings-queries.ts'
import { ShowMore } from '../ledger/show-more.tsx'
import { periodSegments, periodWords } from '../overview/periods.ts'
import { EarningsScreen } from '../statements/earnings-screen.tsx'
import { ProductTable } from './product-table.tsx'
import { productSorts, useProductsSearch } from './products-search.ts'

/** What each product brought in a period, the most first (docs/product/earnings.md#products). */
export function ProductsPage() {
  return (
    <EarningsScreen title="Products" parent="/earnings">
      <PageHead title="Products" subtitle="What each of them brought" />
      <Products />
    </EarningsScreen>
  )
}

function Products() {
  const [{ period, sort }, change] = useProductsSearch()
  const query = useInfiniteQuery(productsQuery(useApi(), { period, sort }))
  const products = query.data?.pages.flatMap(({ items }) => items)
  return (
    <div className="stack gap-4">
      <div className="flex flex-wrap gap-3">
        <Segmented
          label="Period"
          segments={periodSegments}
          value={period}
          onChange={(chosen) => change({ period: chosen })}
        />
        <Segmented
          label="Sort by"
          segments={productSorts}
          value={sort}
          onChange={(chosen) => change({ sort: chosen })}
        />
      </div>
      {!products && query.isPending && <ProductBoxes />}
      {!products && query.isError && (
        <ErrorState
          message="Failed to load products"
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {products?.length === 0 && (
        <EmptyState title="Nothing in this time">
          No product was clicked, ordered or paid for. A longer period may have more.
        </EmptyState>
      )}
      {products && products.length > 0 && (
        <div aria-busy={query.isPlaceholderData}>
          <ProductTable products={products} sort={sort} caption={periodWords[period].figures} />
          <ShowMore
            query={query}
            shown={products.length}
            focusable="[data-product]"
            failed="Failed to load products"
          />
        </div>
      )}
    </div>
  )
}

const rows = [0, 1, 2, 3, 4]

function ProductBoxes() {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">Loading products</span>
      <div aria-hidden="true" className="surface divide-y">
        {rows.map((row) => (
          <div key={row} className="flex min-h-18 items-center gap-3 px-4">
            <Skeleton className="size-12 shrink-0 rounded-md" />
            <div className="flex-1">
              <Skeleton className="h-3.5 w-3/5 rounded-xs" />
              <Skeleton className="mt-2 h-3 w-2/5 rounded-xs" />
            </div>
            <Skeleton className="h-3.5 w-16 rounded-xs" />
          </div>
        ))}
      </div>
    </div>
  )
}
