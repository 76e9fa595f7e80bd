import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { hasCode } from '../../../shared/errors.ts'
import { meQuery } from '../../api/queries.ts'
import { queryClient } from '../../api/query-client.tsx'
import { useApi } from '../../api/use-api.ts'
import { useMedia } from '../../browser/use-media.ts'
import { EndOfOwnList } from '../../my-folio/list/end-of-list.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/empty-or-failed.tsx'
import { LoadingSkeleton, Skeleton } from '../../ui/feedback/loading.tsx'
import { AdminTable, type Column } from './admin-table.tsx'
import { useRestoredFocus } from './use-restored-focus.ts'

type Pages<Item> = InfiniteData<{ items: Item[] }>

type AdminListProps<Item> = {
  /** What is listed, in lower case: 'orders'. */
  what: string
  query: UseInfiniteQueryResult<Pages<Item>>
  keyOf: (item: Item) => string
  empty: ReactNode
  children: (item: Item) => ReactNode
  /** Draws all loaded items, in place of a list of rows. */
  draw?: (items: Item[]) => ReactNode
  /** From 1024 px it is a table of these. */
  columns?: readonly Column<Item>[]
}

/** A list that grows while scrolling: a skeleton, the rows, `empty`, or a failure with Retry. */
export function AdminList<Item>({
  what,
  query,
  keyOf,
  empty,
  children,
  draw,
  columns,
}: AdminListProps<Item>) {
  const isWide = useMedia('(min-width: 64rem)')
  const { data, error, isFetching } = query
  const restoredFocus = useRestoredFocus<HTMLDivElement>()
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
  return (
    <div {...restoredFocus} className="outline-none">
      {items.length === 0
        ? empty
        : (draw?.(items) ??
          (columns && isWide ? (
            <AdminTable label={what} columns={columns} items={items} keyOf={keyOf} />
          ) : (
            <ul aria-label={what} className="surface divide-y overflow-hidden">
              {items.map((item) => (
                <li key={keyOf(item)}>{children(item)}</li>
              ))}
            </ul>
          )))}
      {items.length > 0 && <EndOfOwnList query={query} what={what} />}
    </div>
  )
}

const rows = [0, 1, 2, 3, 4, 5]

type RowsSkeletonProps = { label: string }

/** The boxes of rows, each of a title, a line below it and a badge. */
export function RowsSkeleton({ label }: RowsSkeletonProps) {
  return (
    <LoadingSkeleton label={label} className="surface divide-y overflow-hidden">
      {rows.map((row) => (
        <div key={row} className="flex items-center gap-4 p-4">
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-3.5 w-3/5 rounded-xs" />
            <Skeleton className="h-3 w-2/5 rounded-xs" />
          </div>
          <Skeleton className="h-5 w-16 rounded-xs" />
        </div>
      ))}
    </LoadingSkeleton>
  )
}

type AdminFailedProps = {
  error: Error
  /** What failed: 'Failed to load orders'. */
  message: string
  onRetry: () => void
  retrying: boolean
}

/** A failed load with Retry; what is not found is said to be so, without Retry. */
export function AdminFailed({ error, message, onRetry, retrying }: AdminFailedProps) {
  const isMissing = hasCode(error, 'not_found')
  useRecheck(isMissing)
  if (isMissing || hasCode(error, 'validation_failed'))
    return <EmptyState title="Nothing here">There is nothing at this address, or not any more.</EmptyState>
  return <ErrorState message={message} retrying={retrying} onRetry={onRetry} />
}

/** Has the pages' guard run again after "not found": this person may not be an admin any more. */
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
