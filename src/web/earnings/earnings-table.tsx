import clsx from 'clsx'
import type { EarningsAnalytics } from '../../earnings/contract.ts'
import { usdText } from './money-text.ts'
import { barNames, periodWords } from './overview/periods.ts'

type EarningsTableProps = {
  story: EarningsAnalytics
  /** Only for screen readers. */
  hidden: boolean
}

/** The numbers behind the chart, the newest first. */
export function EarningsTable({ story: { period, items }, hidden }: EarningsTableProps) {
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
