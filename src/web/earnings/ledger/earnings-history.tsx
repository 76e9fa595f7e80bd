import { useEffect, useRef } from 'react'
import { useMedia } from '../../browser/use-media.ts'
import { NotUpdated } from '../../chart/not-updated.tsx'
import { Button } from '../../ui/button/button.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/empty-or-failed.tsx'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import type { LedgerPages } from '../earnings-queries.ts'
import { LedgerList } from './ledger-list.tsx'
import { LedgerTable } from './ledger-table.tsx'
import { useOpenRows } from './open-rows.tsx'

/** As many as the first page has (docs/product/earnings.md#history). */
const pageSize = 50

type EarningsHistoryProps = { query: LedgerPages }

/** The ledger, the newest row first (docs/product/earnings.md#history). */
export function EarningsHistory({ query }: EarningsHistoryProps) {
  const { data, isError, isFetchNextPageError, dataUpdatedAt } = query
  const shown = data?.pages.reduce((sum, { items }) => sum + items.length, 0) ?? 0
  const standsStill = isError && !isFetchNextPageError && data
  return (
    <section aria-labelledby="earnings-history" className="mt-8 stack gap-4">
      <div className="flex items-center justify-between gap-4">
        <h2 id="earnings-history" className="t-heading">
          Earnings history
        </h2>
        <div role="status" className="text-caption text-ink-3">
          {standsStill ? (
            <NotUpdated since={dataUpdatedAt} retry={() => void query.refetch()} />
          ) : (
            `Latest ${Math.max(shown, pageSize)}`
          )}
        </div>
      </div>
      <Entries query={query} />
    </section>
  )
}

function Entries({ query }: EarningsHistoryProps) {
  const isWide = useMedia('(min-width: 64rem)')
  const rows = useOpenRows()
  const entries = query.data?.pages.flatMap(({ items }) => items)
  if (!entries) {
    if (query.isPending) return <HistorySkeleton isWide={isWide} />
    return (
      <ErrorState
        level={3}
        message="Failed to load earnings history"
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  if (entries.length === 0)
    return (
      <EmptyState level={3} title="No earnings yet">
        When someone buys through one of your links, you find it here.
      </EmptyState>
    )
  return (
    <div>
      {isWide ? <LedgerTable entries={entries} {...rows} /> : <LedgerList entries={entries} {...rows} />}
      <ShowMore query={query} shown={entries.length} />
    </div>
  )
}

type ShowMoreProps = {
  query: LedgerPages
  /** How many rows there are so far. */
  shown: number
}

/** Brings the next rows. The focus goes on to the first of them, since the button may be gone with the last page. */
function ShowMore({ query, shown }: ShowMoreProps) {
  const place = useRef<HTMLDivElement>(null)
  /** The first of the rows that were asked for here, until it is there. */
  const awaited = useRef<number | null>(null)
  const { fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query

  // The answer may be there before its rows are drawn, so that only drawing them tells.
  useEffect(() => {
    const first = awaited.current
    if (first === null || shown <= first) return
    awaited.current = null
    const buttons = place.current?.parentElement?.querySelectorAll<HTMLElement>('[data-why]')
    buttons?.[first]?.focus({ preventScroll: true })
  }, [shown])

  async function more() {
    awaited.current = shown
    const { isSuccess } = await fetchNextPage()
    if (!isSuccess) awaited.current = null
  }

  return (
    <div ref={place} className="grid justify-items-center gap-2 pt-4 empty:hidden">
      {isFetchNextPageError && !isFetchingNextPage && (
        <p role="alert" className="text-small text-ink-2">
          Failed to load earnings history
        </p>
      )}
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void more()}>
          {isFetchNextPageError ? 'Retry' : 'Show more'}
        </Button>
      )}
    </div>
  )
}

const rows = [0, 1, 2, 3, 4]

type HistorySkeletonProps = { isWide: boolean }

/** The boxes of the ledger’s rows, as the table or the list has them. */
function HistorySkeleton({ isWide }: HistorySkeletonProps) {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">Loading earnings history</span>
      <div aria-hidden="true">{isWide ? <TableBoxes /> : <ListBoxes />}</div>
    </div>
  )
}

function ListBoxes() {
  return (
    <div className="surface divide-y">
      {rows.map((row) => (
        <div key={row} className="p-4">
          <div className="grid grid-cols-[48px_minmax(0,1fr)_auto] gap-x-3">
            <Skeleton className="size-12 rounded-md" />
            <div>
              <Skeleton className="my-[3px] h-3.5 w-4/5 rounded-xs" />
              <Skeleton className="my-0.5 h-3 w-2/3 rounded-xs" />
              <Skeleton className="my-0.5 h-3 w-3/5 rounded-xs" />
            </div>
            <div className="grid content-start justify-items-end">
              <Skeleton className="my-1 h-4 w-12 rounded-xs" />
              <Skeleton className="my-0.5 h-3 w-10 rounded-xs" />
            </div>
            <div className="col-start-2 col-end-4 mt-2.5 -mb-1 flex h-7 items-center gap-1">
              <Skeleton className="h-5 w-13 rounded-xs" />
              <Skeleton className="h-5 w-19 rounded-xs" />
              <Skeleton className="ms-auto h-3 w-24 rounded-xs" />
            </div>
          </div>
        </div>
      ))}
    </div>
  )
}

function TableBoxes() {
  return (
    <div className="surface px-5 py-1">
      <div className="h-10" />
      {rows.map((row) => (
        <div key={row} className="flex h-15 items-center gap-3 border-t">
          <Skeleton className="size-10 shrink-0 rounded-md" />
          <div className="w-2/5">
            <Skeleton className="h-3.5 w-4/5 rounded-xs" />
            <Skeleton className="mt-2 h-3 w-1/2 rounded-xs" />
          </div>
          <Skeleton className="h-5 w-20 rounded-xs" />
          <Skeleton className="h-5 w-12 rounded-xs" />
          <Skeleton className="h-5 w-14 rounded-xs" />
          <Skeleton className="ms-auto h-3.5 w-40 rounded-xs" />
        </div>
      ))}
    </div>
  )
}
