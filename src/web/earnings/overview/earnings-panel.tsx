import clsx from 'clsx'
import { useState } from 'react'
import type { EarningsAnalytics, EarningsPeriod } from '../../../earnings/contract.ts'
import { BarChart } from '../../chart/bar-chart.tsx'
import { ChartFoot, TableSwitch } from '../../chart/chart-foot.tsx'
import type { Failure } from '../../chart/not-updated.tsx'
import { Plot } from '../../chart/plot.tsx'
import type { Bar } from '../../chart/scale.ts'
import { counted } from '../../format/count-text.ts'
import { moneyColor, shortUsd, usdText } from '../../format/money-text.ts'
import { Segmented } from '../../ui/list/segmented.tsx'
import { Panel } from '../../ui/panel.tsx'
import { barNames, periodSegments, periodWords, soFarText } from './periods.ts'

type EarningsPanelProps = {
  analytics: EarningsAnalytics
  /** The chosen period. While it loads, `analytics` is that of the former one. */
  period: EarningsPeriod
  onPeriod: (period: EarningsPeriod) => void
  failure: Failure | null
}

/** Earnings over time as bars or as a table; screen readers always get the table. */
export function EarningsPanel({ analytics, period, onPeriod, failure }: EarningsPanelProps) {
  const [asTable, setAsTable] = useState(false)
  const bars = barsOf(analytics)
  const words = periodWords[analytics.period].chart
  const isEmpty = bars.every(({ value }) => value === 0)
  return (
    <Panel aria-label="Earnings over time">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <Current analytics={analytics} />
        <Segmented label="Period" segments={periodSegments} value={period} onChange={onPeriod} />
      </div>
      {!asTable && isEmpty && <NothingYet bars={bars} />}
      {!asTable && !isEmpty && (
        <BarChart
          className="h-46 lg:h-69"
          tone="money"
          label={`Earnings, ${words}`}
          bars={bars}
          format={shortUsd}
        />
      )}
      <EarningsTable analytics={analytics} hidden={!asTable} />
      <ChartFoot span={words} failure={failure}>
        <TableSwitch asTable={asTable} onChange={setAsTable} />
      </ChartFoot>
    </Panel>
  )
}

type CurrentProps = { analytics: EarningsAnalytics }

/** The value of the current bar. */
function Current({ analytics: { period, items } }: CurrentProps) {
  const current = items.at(-1)
  if (!current) return null
  return (
    <div className="min-w-0">
      <p className="text-caption text-ink-3">{soFarText(period, current.start)}</p>
      <p className={`t-heading num ${moneyColor(current.earnings)}`}>{usdText(current.earnings)}</p>
    </div>
  )
}

const barsOf = ({ period, items }: EarningsAnalytics): Bar[] =>
  items.map(({ start, earnings, clicks }) => ({
    key: start,
    ...barNames(period, start),
    value: earnings,
    details: [usdText(earnings), counted(clicks, 'click', 'clicks')],
  }))

/** An empty chart of the same height, so that nothing jumps with the first earnings. */
function NothingYet({ bars }: { bars: readonly Bar[] }) {
  return (
    <div className="flex h-46 flex-col lg:h-69">
      <div className="min-h-0 flex-1">
        <Plot bars={bars} format={shortUsd} picked={null} tone="money" />
      </div>
      <p className="mt-2 text-center text-small text-balance text-ink-2">Nothing earned in this time.</p>
    </div>
  )
}

type EarningsTableProps = {
  analytics: EarningsAnalytics
  /** Only for screen readers. */
  hidden: boolean
}

/** The numbers behind the chart, the newest first. */
function EarningsTable({ analytics: { period, items }, hidden }: EarningsTableProps) {
  const { unit, chart } = periodWords[period]
  return (
    <div className={clsx(hidden && 'sr-only')}>
      <table className="num w-full text-small">
        <caption className="sr-only">Earnings and clicks, {chart}</caption>
        <thead className="text-caption text-ink-3">
          <tr>
            <th scope="col" className="py-1.5 text-start font-medium">
              {unit}
            </th>
            <th scope="col" className="py-1.5 text-end font-medium">
              Earnings
            </th>
            <th scope="col" className="py-1.5 text-end font-medium">
              Clicks
            </th>
          </tr>
        </thead>
        <tbody className="divide-y border-t">
          {items.toReversed().map(({ start, earnings, clicks }) => (
            <tr key={start}>
              <th scope="row" className="py-1.5 text-start font-normal">
                {barNames(period, start).name}
              </th>
              <td className="py-1.5 text-end">{usdText(earnings)}</td>
              <td className="py-1.5 text-end">{clicks.toLocaleString('en-US')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
