import type { EarningsPeriod } from '../../earnings/contract.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { Panel } from '../ui/panel.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { periodSegments } from './overview/periods.ts'

type AnalyticsFailedProps = {
  period: EarningsPeriod
  onPeriod: (period: EarningsPeriod) => void
  retrying: boolean
  onRetry: () => void
}

/** The figures could not be loaded; another period’s may be there. */
export function AnalyticsFailed({ period, onPeriod, retrying, onRetry }: AnalyticsFailedProps) {
  return (
    <Panel aria-label="Earnings over time" className="mt-2">
      <div className="flex justify-end">
        <Segmented label="Period" segments={periodSegments} value={period} onChange={onPeriod} />
      </div>
      <ErrorState bare message="Failed to load earnings" retrying={retrying} onRetry={onRetry} />
    </Panel>
  )
}
