import clsx from 'clsx'
import type { ReactNode } from 'react'
import type { EarningsAnalytics } from '../../../earnings/contract.ts'
import { meanText, moneyColor, rateText, usdText } from '../money-text.ts'
import { dayText } from '../when-text.ts'
import { periodWords } from './periods.ts'

type EarningsFiguresProps = { story: EarningsAnalytics }

/** What the period brought, what there ever was, and what comes next (docs/product/earnings.md#figures). */
export function EarningsFigures({ story }: EarningsFiguresProps) {
  const { clicks, conversion_rate, average_per_click } = story
  return (
    <section aria-label="Figures" className="stack gap-5 pt-2">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-5">
        <Posted story={story} />
        <dl className="grid w-full grid-cols-[minmax(max-content,.8fr)_1.1fr_1.1fr] divide-x max-lg:border-y max-lg:py-4 lg:w-100">
          <Figure name="Clicks">{clicks.toLocaleString('en-US')}</Figure>
          <Figure name="Conversion rate">
            {conversion_rate === null ? none : rateText(conversion_rate)}
          </Figure>
          <Figure name="Average per click">
            {average_per_click === null ? none : meanText(average_per_click)}
          </Figure>
        </dl>
      </div>
      <Sums story={story} />
    </section>
  )
}

/** A sum so long that it would not fit a phone in the largest type. */
const longSum = 13

function Posted({ story: { period, posted_earnings, pending_earnings } }: EarningsFiguresProps) {
  const sum = usdText(posted_earnings)
  return (
    <div className="min-w-0">
      <p className="text-small text-ink-2">
        Posted Earnings <span className="text-ink-3">· {periodWords[period].figures}</span>
      </p>
      <p className={clsx(sum.length > longSum ? 't-display' : 't-figure', moneyColor(posted_earnings))}>
        {sum}
      </p>
      <p className="mt-1 text-small text-ink-2">
        <b className="num font-semibold text-ink">{usdText(pending_earnings)}</b> Pending Earnings
      </p>
    </div>
  )
}

const none = (
  <>
    <span aria-hidden="true">—</span>
    <span className="sr-only">No clicks</span>
  </>
)

type FigureProps = { name: string; children: ReactNode }

function Figure({ name, children }: FigureProps) {
  return (
    <div className="flex flex-col-reverse justify-end px-3 first:ps-0 max-[359px]:px-1.5">
      <dt className="text-caption text-ink-3">{name}</dt>
      <dd className="num text-sub font-semibold whitespace-nowrap">{children}</dd>
    </div>
  )
}

/** Everything there ever was, and the next day on which something pending is paid. */
function Sums({ story: { all_time, next_posting } }: EarningsFiguresProps) {
  return (
    <div className="num -mt-2 flex min-h-9 flex-wrap content-start gap-x-6 gap-y-1 text-caption text-ink-2 lg:min-h-4">
      <p>
        All time: {usdText(all_time.posted_earnings)} posted, {usdText(all_time.pending_earnings)} pending
      </p>
      {next_posting && (
        <p>
          {usdText(next_posting.amount)} becomes posted on{' '}
          <time dateTime={next_posting.on}>{dayText(next_posting.on)}</time>
        </p>
      )}
    </div>
  )
}
