import { useInfiniteQuery } from '@tanstack/react-query'
import type { ProductSort } from '../../../earnings/contract.ts'
import { useApi } from '../../api/use-api.ts'
import { PageHead } from '../../shell/page-head.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/empty-or-failed.tsx'
import { Select } from '../../ui/form/choice.tsx'
import { Segmented } from '../../ui/list/segmented.tsx'
import { productsQuery } from '../earnings-queries.ts'
import { ShowMore } from '../ledger/show-more.tsx'
import { ListSkeleton } from '../list-skeleton.tsx'
import { periodSegments, periodWords } from '../overview/periods.ts'
import { EarningsScreen } from '../statements/earnings-screen.tsx'
import { ProductTable } from './product-table.tsx'
import { productEnds, productSorts, useProductsSearch } from './use-products-search.ts'

/** The products with their figures of a period, sorted by any of them (docs/product/earnings.md#products). */
export function ProductsPage() {
  return (
    <EarningsScreen title="Products" parent="/earnings">
      <PageHead title="Products" subtitle="Clicks, orders and earnings of each product" />
      <Products />
    </EarningsScreen>
  )
}

function Products() {
  const [shown, change] = useProductsSearch()
  const { period, sort, first } = shown
  const query = useInfiniteQuery(productsQuery(useApi(), shown))
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
        {/* From 640 px the heads of the columns sort. */}
        <div className="flex w-full flex-wrap gap-3 sm:hidden">
          <Select
            aria-label="Sort by"
            className="min-w-33 flex-1 [&>select]:min-h-11 [&>select]:py-[9px]"
            value={sort}
            onChange={({ target }) => change({ sort: target.value as ProductSort })}
          >
            {productSorts.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
          <Segmented
            label="Order"
            segments={productEnds}
            value={first}
            onChange={(chosen) => change({ first: chosen })}
          />
        </div>
      </div>
      {!products && query.isPending && <ListSkeleton label="Loading products" />}
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
          <ProductTable
            products={products}
            sorted={{ sort, first }}
            onSort={change}
            caption={periodWords[period].figures}
          />
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
