import { useInfiniteQuery } from '@tanstack/react-query'
import { CollectionScreen } from '../my-folio/collection-screen.tsx'
import { EndOfOwnList } from '../my-folio/list/end-of-list.tsx'
import { attentionQuery } from '../queries.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { EmptyState } from '../ui/feedback/empty-or-failed.tsx'
import { useApi } from '../use-api.ts'
import { AttentionRow } from './attention-row.tsx'
import { AttentionSkeleton } from './attention-skeleton.tsx'

/** One's own products whose shop link leads nowhere any more, the most clicked first. */
export function AttentionPage() {
  return (
    <CollectionScreen
      title="Needs attention"
      subtitle="Shop links that lead nowhere, the most clicked first"
      width="mid"
    >
      <AttentionList />
    </CollectionScreen>
  )
}

function AttentionList() {
  const query = useInfiniteQuery(attentionQuery(useApi()))
  const items = query.data?.pages.flatMap((page) => page.items)
  if (!items) {
    if (query.isPending) return <AttentionSkeleton />
    return (
      <ErrorState
        message="Failed to load products"
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  if (items.length === 0) return <AllWell />
  return (
    <>
      <ul aria-label="Products" className="surface divide-y overflow-hidden">
        {items.map(
          (item) =>
            item.attention && (
              <li key={item.id}>
                <AttentionRow item={item} attention={item.attention} />
              </li>
            ),
        )}
      </ul>
      <EndOfOwnList query={query} />
    </>
  )
}

const AllWell = () => (
  <EmptyState title="All your links are fine">
    When an item goes out of stock or leaves Amazon, you find it here.
  </EmptyState>
)
