import clsx from 'clsx'
import { useState } from 'react'
import { BarChart } from '../chart/bar-chart.tsx'
import { bucketNames } from '../chart/bucket-names.ts'
import { ChartFoot, TableSwitch } from '../chart/chart-foot.tsx'
import type { Failure } from '../chart/not-updated.tsx'
import { Plot } from '../chart/plot.tsx'
import { type Bar, shortCount } from '../chart/scale.ts'
import { peopleText, pressesText } from './click-texts.ts'
import { type ClickAnalytics, spanNames } from './use-click-analytics.ts'

type ActivityChartProps = { story: ClickAnalytics; failure: Failure | null }

/** Clicks as bars or as a table. Screen readers always get the table. */
export function ActivityChart({ story, failure }: ActivityChartProps) {
  const [asTable, setAsTable] = useState(false)
  const bars = barsOf(story)
  const span = spanNames[story.period]
  const isEmpty = story.total === 0
  return (
    <div className="relative">
      {isEmpty && <NoClicks bars={bars} />}
      {!isEmpty && !asTable && (
        <BarChart className="h-40" label={`Click Activity, ${span}`} bars={bars} format={shortCount} />
      )}
      {!isEmpty && <ClickTable caption={`Clicks, ${span}`} story={story} hidden={!asTable} />}
      <ChartFoot span={span} failure={failure}>
        {!isEmpty && <TableSwitch asTable={asTable} onChange={setAsTable} />}
      </ChartFoot>
    </div>
  )
}

function barsOf({ period, items }: ClickAnalytics): Bar[] {
  return items.map(({ start, count, presses }) => ({
    key: start,
    ...bucketNames(period, start),
    value: count,
    details: [peopleText(count), pressesText(presses)],
  }))
}

/** As high as the chart, so that the page does not jump with the first click. */
function NoClicks({ bars }: { bars: readonly Bar[] }) {
  return (
    <div className="flex h-40 flex-col">
      <div className="min-h-0 flex-1">
        <Plot bars={bars} format={shortCount} picked={null} />
      </div>
      <p className="mt-2 text-center text-small text-balance text-ink-2">
        Start sharing this link to see your clicks grow over time.
      </p>
    </div>
  )
}

type ClickTableProps = {
  caption: string
  story: ClickAnalytics
  /** Only for screen readers. */
  hidden: boolean
}

const units = { day: 'Day', week: 'Week', month: 'Month' }

/** The numbers behind the chart, the newest first. */
function ClickTable({ caption, story, hidden }: ClickTableProps) {
  const { period, items } = story
  return (
    <div className={clsx(hidden && 'sr-only')}>
      <table className="num w-full text-small">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-caption text-ink-3">
          <tr>
            <th scope="col" className="py-1.5 text-start font-medium">
              {units[period]}
            </th>
            <th scope="col" className="py-1.5 text-end font-medium">
              People
            </th>
            <th scope="col" className="py-1.5 text-end font-medium">
              Pressed Shop
            </th>
          </tr>
        </thead>
        <tbody className="divide-y border-t">
          {items.toReversed().map(({ start, count, presses }) => (
            <tr key={start}>
              <th scope="row" className="py-1.5 text-start font-normal">
                {bucketNames(period, start).name}
              </th>
              <td className="py-1.5 text-end">{count.toLocaleString('en-US')}</td>
              <td className="py-1.5 text-end">{presses.toLocaleString('en-US')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
