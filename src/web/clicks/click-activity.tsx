import { ErrorState } from '../ui/feedback/empty-or-failed.tsx'
import { Segmented } from '../ui/list/segmented.tsx'
import { ActivityChart } from './activity-chart.tsx'
import { ActivitySkeleton } from './activity-skeleton.tsx'
import { ClickOrigins } from './click-origins.tsx'
import { ClickSums } from './click-sums.tsx'
import type { LiveClicks } from './use-click-analytics.ts'

const periods = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
] as const

type ClickActivityProps = { clicks: LiveClicks }

/** A product's clicks over time and where they came from (docs/product/product-page.md#click-activity). */
export function ClickActivity({ clicks }: ClickActivityProps) {
  return (
    <div className="stack gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-small font-semibold whitespace-nowrap">Click Activity</h3>
        <div className="shrink-0">
          <Segmented label="Period" segments={periods} value={clicks.period} onChange={clicks.choose} />
        </div>
      </div>
      <Activity clicks={clicks} />
    </div>
  )
}

function Activity({ clicks }: ClickActivityProps) {
  const { data, isPlaceholderData, isError, isFetching, errorUpdateCount, dataUpdatedAt, refetch } =
    clicks.query
  const retry = () => void refetch()
  // After a failed load the message stays during the next attempt.
  const neverLoaded = (!data || isPlaceholderData) && errorUpdateCount > 0
  if (neverLoaded)
    return <ErrorState bare level={3} message="Failed to load clicks" retrying={isFetching} onRetry={retry} />
  if (!data) return <ActivitySkeleton />
  return (
    <div aria-busy={isPlaceholderData} className="stack gap-2">
      <ActivityChart story={data} failure={isError ? { since: dataUpdatedAt, retry } : null} />
      <ClickSums story={data} />
      <ClickOrigins story={data} />
    </div>
  )
}
