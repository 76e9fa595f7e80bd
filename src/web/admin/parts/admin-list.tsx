import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { hasCode } from '../../../shared/errors.ts'
import { EndOfOwnList } from '../../my-folio/list/end-of-list.tsx'
import { meQuery } from '../../queries.ts'
import { queryClient } from '../../query-client.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/empty-or-failed.tsx'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import { useApi } from '../../use-api.ts'

type Pages<Item> = InfiniteData<{ items: Item[] }>

type AdminListProps<Item> = {
  /** What is listed, in lower case: 'orders'. */
  what: string
  query: UseInfiniteQueryResult<Pages<Item>>
  keyOf: (item: Item) => string
  empty: ReactNode
  children: (item: Item) => ReactNode
  /** All that there are so far, where they are no list but a table. */
  draw?: (items: Item[]) => ReactNode
}

/** A list that grows as one scrolls: its boxes while it loads, its rows, or why there are none. */
export function AdminList<Item>({ what, query, keyOf, empty, children, draw }: AdminListProps<Item>) {
  const { data, error, isFetching } = query
  if (!data) {
    if (!error) return <RowsSkeleton label={`Loading ${what}`} />
    return (
      <AdminFailed
        error={error}
        message={`Failed to load ${what}`}
        retrying={isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  const items = data.pages.flatMap((page) => page.items)
  if (items.length === 0) return empty
  return (
    <>
      {draw?.(items) ?? (
        <ul aria-label={what} className="surface divide-y overflow-hidden">
          {items.map((item) => (
            <li key={keyOf(item)}>{children(item)}</li>
          ))}
        </ul>
      )}
      <EndOfOwnList query={query} what={what} />
    </>
  )
}

const rows = [0, 1, 2, 3, 4, 5]

type RowsSkeletonProps = { label: string }

/** The boxes of rows to come, each of a title, a line below it and a badge. */
export function RowsSkeleton({ label }: RowsSkeletonProps) {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">{label}</span>
      <div aria-hidden="true" className="surface divide-y overflow-hidden">
        {rows.map((row) => (
          <div key={row} className="flex items-center gap-4 p-4">
            <div className="grid flex-1 gap-2">
              <Skeleton className="h-3.5 w-3/5 rounded-xs" />
              <Skeleton className="h-3 w-2/5 rounded-xs" />
            </div>
            <Skeleton className="h-5 w-16 rounded-xs" />
          </div>
        ))}
      </div>
    </div>
  )
}

type AdminFailedProps = {
  error: Error
  /** What failed: 'Failed to load orders'. */
  message: string
  onRetry: () => void
  retrying: boolean
}

/** A load that failed, with a way to try it again. What is not there is said to be so, and trying again is no use. */
export function AdminFailed({ error, message, onRetry, retrying }: AdminFailedProps) {
  const isMissing = hasCode(error, 'not_found')
  useRecheck(isMissing)
  if (isMissing || hasCode(error, 'validation_failed'))
    return <EmptyState title="Nothing here">There is nothing at this address, or not any more.</EmptyState>
  return <ErrorState message={message} retrying={retrying} onRetry={onRetry} />
}

/** What is not found may be not there any more, or not for this person any more: the pages' guard finds out. */
function useRecheck(isMissing: boolean) {
  const router = useRouter()
  const api = useApi()
  useEffect(() => {
    if (!isMissing) return
    const { queryKey } = meQuery(api)
    void queryClient()
      .invalidateQueries({ queryKey, refetchType: 'none' })
      .then(() => router.invalidate())
  }, [isMissing, router, api])
}
