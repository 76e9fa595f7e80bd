import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { QueryScope } from '../api/query-client.tsx'
import { useApi } from '../api/use-api.ts'
import { ProductImage } from '../look/image.tsx'
import { EndOfOwnList } from '../my-folio/list/end-of-list.tsx'
import { layouts } from '../product/cards/product-grid.tsx'
import { ListingSkeleton } from '../product/cards/product-listing.tsx'
import type { ProductView } from '../product/cards/product-view.tsx'
import { toggleLike, useLiked } from '../product/liked.ts'
import { Icon } from '../ui/button/icon.tsx'
import { ErrorState } from '../ui/feedback/empty-or-failed.tsx'
import { GoneCard } from './gone-card.tsx'

type SavedThingsProps = { view: ProductView }

/** What this browser likes, the latest first. Loaded lazily: the server's page has none of it. */
export const SavedThings = (props: SavedThingsProps) => (
  <QueryScope>
    <Things {...props} />
  </QueryScope>
)

/** The first three of them, as small pictures. */
export const FirstPictures = () => (
  <QueryScope>
    <Pictures />
  </QueryScope>
)

function Pictures() {
  const { query } = useSaved()
  const products = query.data?.pages[0]?.items ?? []
  return (
    <span aria-hidden="true" className="flex max-lg:hidden">
      {products.slice(0, 3).map((product) => (
        <ProductImage
          key={product.id}
          src={product.image_url}
          category={product.sign}
          side={product.image_side}
          source={product.image_source === 'amazon' ? 'amazon' : 'own'}
          shape="thumb56"
          className="-ms-2 rounded-[14px]! ring-3 ring-card first:ms-0"
        />
      ))}
    </span>
  )
}

/** The number of products that one call reads. */
const pageSize = 40

function Things({ view }: SavedThingsProps) {
  const { ids, query, removed, remove } = useSaved()
  const { Card, list, firstRow } = layouts[view]
  if (query.isPending) return <ListingSkeleton view={view} />
  if (!query.data)
    return (
      <ErrorState
        message="Failed to load products"
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  const products = new Map(query.data.pages.flatMap(({ items }) => items).map((item) => [item.id, item]))
  const reached = ids.slice(0, query.data.pages.length * pageSize).filter((id) => !removed.has(id))
  return (
    <>
      <ul className={list.page}>
        {reached.map((id, index) => {
          const product = products.get(id)
          return (
            <li key={id} className="min-w-0">
              {product ? (
                <Card product={product} showAuthor level={2} eager={index < firstRow} from="/saved" />
              ) : (
                <GoneCard view={view} onRemove={() => remove(id)} />
              )}
            </li>
          )
        })}
        {view === 'grid' && !query.hasNextPage && (
          <li>
            <FindMore />
          </li>
        )}
      </ul>
      <EndOfOwnList query={query} />
    </>
  )
}

/**
 * The liked products as they were when the page was opened: one that is not liked any more stays in its place, so that
 * a wrong press can be taken back.
 */
function useSaved() {
  const api = useApi()
  const liked = useLiked()
  const [ids] = useState(liked)
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set())
  const query = useInfiniteQuery({
    queryKey: ['liked', ids],
    queryFn: ({ pageParam, signal }) =>
      api(
        'GET /api/v1/products',
        { query: { ids: ids.slice(pageParam, pageParam + pageSize).join(',') } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (_last, pages) =>
      pages.length * pageSize < ids.length ? pages.length * pageSize : undefined,
    staleTime: 0,
  })
  function remove(id: string) {
    if (liked.includes(id)) toggleLike(id)
    setRemoved((before) => new Set([...before, id]))
  }
  return { ids, query, removed, remove }
}

const FindMore = () => (
  <Link
    to="/feed"
    className="grid h-full min-h-40 content-center justify-items-center gap-0.5 rounded-lg border-[1.5px] border-dashed border-line-strong p-4 text-center"
  >
    <Icon name="feed" size={24} className="mb-2 text-ink-2" />
    <span className="t-sub">Find more</span>
    <span className="text-caption text-ink-3">A heart on any card puts it here</span>
  </Link>
)
