import { useMedia } from '../../browser/use-media.ts'
import { NotUpdated } from '../../chart/not-updated.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import type { LedgerPages } from '../earnings-queries.ts'
import { HistorySkeleton } from '../history-skeleton.tsx'
import { useOpenRows } from '../ledger-rows.ts'
import { ShowMore } from '../show-more.tsx'
import { LedgerList } from './ledger-list.tsx'
import { LedgerTable } from './ledger-table.tsx'

/** As many as the first page has (spec section 9, Earnings history). */
const pageSize = 50

type EarningsHistoryProps = { query: LedgerPages }

/** The ledger, the newest row first (spec section 2, /earnings). */
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
