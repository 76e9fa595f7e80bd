import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { AppScreen } from '../app/app-screen.tsx'
import type { AnswerOf } from '../client.ts'
import { useApi } from '../product/use-api.ts'
import { ownCategoriesQuery, ownProductsQuery } from '../queries.ts'
import { PageHead } from '../shell/page-head.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { OwnProducts } from './own-products.tsx'
import { Tiles, TilesSkeleton } from './tiles.tsx'

/** Everything: the tiles, and all products below. */
export function Overview() {
  const api = useApi()
  const categories = useQuery(ownCategoriesQuery(api))
  const products = useInfiniteQuery(ownProductsQuery(api))
  const { data } = categories
  const failed = categories.isLoadingError
  const allFailed = failed && products.isLoadingError
  return (
    <AppScreen bar={{ title: 'My Folio' }}>
      <PageHead title="My Folio" subtitle="Your organized product collection" />
      <div className="stack gap-8">
        {data && isEmpty(data) && <Invitation />}
        {data && <Tiles categories={data} />}
        {categories.isPending && <TilesSkeleton />}
        {failed && (
          <ErrorState
            message={allFailed ? 'Failed to load products' : 'Failed to load categories'}
            onRetry={() => void Promise.all([categories.refetch(), allFailed && products.refetch()])}
          />
        )}
        {!allFailed && !(data && isEmpty(data)) && (
          <section className="stack gap-4">
            <h2 className="t-heading">All items</h2>
            <OwnProducts level={3} empty={null} />
          </section>
        )}
      </div>
    </AppScreen>
  )
}

const isEmpty = ({ items, inbox_count }: AnswerOf<'GET /api/v1/me/categories'>) =>
  inbox_count === 0 && items.every(({ product_count }) => product_count === 0)

/** Opens the add dialog through the address, as any other page may. */
function Invitation() {
  const navigate = useNavigate({ from: '/my-folio' })
  return (
    <EmptyState
      title="No items yet"
      action={
        <Button
          variant="primary"
          onClick={() => void navigate({ search: { add: true }, replace: true, resetScroll: false })}
        >
          Add your first product
        </Button>
      }
    >
      Post an Amazon link, and it gets its place and a short link here.
    </EmptyState>
  )
}
