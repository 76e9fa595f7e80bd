import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { EndOfOwnList } from '../../my-folio/list/end-of-list.tsx'
import { AdminFailed } from './admin-failed.tsx'
import { RowsSkeleton } from './rows-skeleton.tsx'

type Pages<Item> = InfiniteData<{ items: Item[] }>

type AdminListProps<Item> = {
  /** What is listed, in lower case: 'orders'. */
  what: string
  query: UseInfiniteQueryResult<Pages<Item>>
  keyOf: (item: Item) => string
  empty: ReactNode
  children: (item: Item) => ReactNode
}

/** A list that grows as one scrolls: its boxes while it loads, its rows, or why there are none. */
export function AdminList<Item>({ what, query, keyOf, empty, children }: AdminListProps<Item>) {
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
      <ul aria-label={what} className="surface divide-y overflow-hidden">
        {items.map((item) => (
          <li key={keyOf(item)}>{children(item)}</li>
        ))}
      </ul>
      <EndOfOwnList query={query} what={what} />
    </>
  )
}
