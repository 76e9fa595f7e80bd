import clsx from 'clsx'
import type { ReactNode } from 'react'
import type { EarningsAnalytics } from '../../../earnings/contract.ts'
import { meanText, moneyColor, rateText, usdText } from '../../format/money-text.ts'
import { type Change, changeOf } from './change-text.ts'
import { periodWords } from './periods.ts'

type EarningsFiguresProps = { analytics: EarningsAnalytics }

/** The figures of a period, and the sums of all time (docs/product/earnings.md#figures). */
export function EarningsFigures({ analytics }: EarningsFiguresProps) {
  const { clicks, conversion_rate, average_per_click, before } = analytics
  return (
    <section aria-label="Figures" className="stack gap-5 pt-2">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-5">
        <Posted analytics={analytics} />
        <dl className="grid w-full grid-cols-[minmax(max-content,.8fr)_1.1fr_1.1fr] divide-x max-lg:border-y max-lg:py-4 lg:w-100">
          <Figure name="Clicks" change={changeOf(clicks, before.clicks, countText)}>
            {countText(clicks)}
          </Figure>
          <Figure name="Conversion rate" change={changeOf(conversion_rate, before.conversion_rate, rateText)}>
            {conversion_rate === null ? none : rateText(conversion_rate)}
          </Figure>
          <Figure
            name="Average per click"
            change={changeOf(average_per_click, before.average_per_click, meanText)}
          >
            {average_per_click === null ? none : meanText(average_per_click)}
          </Figure>
        </dl>
      </div>
      <Sums analytics={analytics} />
    </section>
  )
}

const countText = (count: number) => count.toLocaleString('en-US')

/** Characters from which on a sum does not fit a phone in the largest type. */
const longSum = 13

function Posted({ analytics: { period, posted_earnings, pending_earnings, before } }: EarningsFiguresProps) {
  const sum = usdText(posted_earnings)
  return (
    <div className="min-w-0">
      <p className="text-small text-ink-2">
        Posted Earnings <span className="text-ink-3">· {periodWords[period].figures}</span>
      </p>
      <p
        className={clsx('num', sum.length > longSum ? 't-display' : 't-figure', moneyColor(posted_earnings))}
      >
        {sum}
      </p>
      <Compared change={changeOf(posted_earnings, before.posted_earnings, usdText)} />
      <p className="mt-1 text-small text-ink-2">
        <b className="num font-semibold text-ink">{usdText(pending_earnings)}</b> Pending Earnings
      </p>
      <Compared change={changeOf(pending_earnings, before.pending_earnings, usdText)} />
    </div>
  )
}

const none = (
  <>
    <span aria-hidden="true">—</span>
    <span className="sr-only">No clicks</span>
  </>
)

type FigureProps = { name: string; change: Change | null; children: ReactNode }

function Figure({ name, change, children }: FigureProps) {
  return (
    <div className="flex flex-col px-3 first:ps-0 max-[359px]:px-1.5">
      <dt className="order-1 text-caption text-ink-3">{name}</dt>
      <dd className="num text-sub font-semibold whitespace-nowrap">{children}</dd>
      {change && (
        <dd className="order-2">
          <Compared change={change} />
        </dd>
      )}
    </div>
  )
}

const changeColors = { up: 'text-money', down: 'text-ink-2', same: 'text-ink-3' }

/** A figure's change since the time before; renders nothing without one. */
function Compared({ change }: { change: Change | null }) {
  if (!change) return null
  return <p className={`num text-caption ${changeColors[change.direction]}`}>{change.text}</p>
}

/** The sums of all time, where they are others than those of the period. */
function Sums({ analytics }: EarningsFiguresProps) {
  const { period, all_time, posted_earnings, pending_earnings, before } = analytics
  const isAll = all_time.posted_earnings === posted_earnings && all_time.pending_earnings === pending_earnings
  const hadSomething = before.clicks > 0 || before.posted_earnings !== 0 || before.pending_earnings !== 0
  if (isAll && !hadSomething) return null
  return (
    <div className="num -mt-2 flex min-h-9 flex-wrap content-start gap-x-6 gap-y-1 text-caption text-ink-2 lg:min-h-4">
      {!isAll && (
        <p>
          All time: {usdText(all_time.posted_earnings)} posted, {usdText(all_time.pending_earnings)} pending
        </p>
      )}
      {hadSomething && <p>Compared with {periodWords[period].before}</p>}
    </div>
  )
}
