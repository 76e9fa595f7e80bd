import type { ReactNode } from 'react'
import type { Pages } from '../../earnings/earnings-queries.ts'
import { Button } from '../../ui/button/button.tsx'
import { AdminFailed, RowsSkeleton } from '../parts/admin-list.tsx'

type ShortListProps<Item> = {
  /** What is listed, in lower case: 'payouts'. */
  what: string
  query: Pages<Item>
  keyOf: (item: Item) => string
  /** What stands there where there is nothing. */
  none: ReactNode
  children: (item: Item) => ReactNode
}

/** One of several lists on a page: it grows by a button, so that those below can be reached. */
export function ShortList<Item>({ what, query, keyOf, none, children }: ShortListProps<Item>) {
  if (!query.data)
    return query.isPending ? (
      <RowsSkeleton label={`Loading ${what}`} />
    ) : (
      <AdminFailed
        error={query.error}
        message={`Failed to load ${what}`}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  const items = query.data.pages.flatMap((page) => page.items)
  if (items.length === 0)
    return typeof none === 'string' ? <p className="text-small text-ink-2">{none}</p> : none
  return (
    <div className="stack gap-3">
      <ul aria-label={what} className="surface divide-y overflow-hidden">
        {items.map((item) => (
          <li key={keyOf(item)}>{children(item)}</li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button
          size="sm"
          className="justify-self-center"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show more<span className="sr-only"> {what}</span>
        </Button>
      )}
    </div>
  )
}
