import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { EarningsPeriod } from '../../../earnings/contract.ts'
import { queryOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { AppScreen } from '../../app/app-screen.tsx'
import { HowCounted } from '../../chart/how-counted.tsx'
import { viewerZone } from '../../format/viewer-zone.ts'
import { AnalyticsSkeleton } from '../../look/analytics-skeleton.tsx'
import { NotesBell } from '../../notes/notes-bell.tsx'
import { PageHead } from '../../shell/page-head.tsx'
import { ExportButtons } from '../../transfer/export-buttons.tsx'
import { ButtonLink } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/button/icon.tsx'
import { ErrorState } from '../../ui/feedback/empty-or-failed.tsx'
import { Segmented } from '../../ui/list/segmented.tsx'
import { Panel } from '../../ui/panel.tsx'
import {
  balanceQuery,
  earningsQuery,
  ledgerQuery,
  monthsQuery,
  ordersQuery,
  waitingOrdersQuery,
} from '../earnings-queries.ts'
import { EarningsHistory } from '../ledger/earnings-history.tsx'
import { WaitingOrders } from '../ledger/waiting-orders.tsx'
import { EarningsFigures } from './earnings-figures.tsx'
import { EarningsMonths } from './earnings-months.tsx'
import { EarningsPanel } from './earnings-panel.tsx'
import { NextPayout } from './next-payout.tsx'
import { NoEarnings } from './no-earnings.tsx'
import { FeeNotice, HoldsNotice } from './own-notices.tsx'
import { periodSegments } from './periods.ts'
import { TopProducts } from './top-products.tsx'
import { useEarningsSearch } from './use-earnings-search.ts'

/**
 * The earnings page: figures, chart and top products of a period, and the ledger
 * (docs/product/earnings.md#overview-page).
 */
export function EarningsPage() {
  const api = useApi()
  const [balance, months] = [useQuery(balanceQuery(api)), useQuery(monthsQuery(api))]
  // What is below comes once these have their height, so that nothing moves.
  const isReady = isKnown(balance, months)
  return (
    <AppScreen bar={{ title: 'Earnings', actions: <NotesBell /> }}>
      <PageHead title="Earnings" />
      <div className="stack gap-8">
        <NextPayout />
        <EarningsMonths />
        {isReady && <Earnings />}
      </div>
    </AppScreen>
  )
}

function Earnings() {
  const api = useApi()
  const [shown, change] = useEarningsSearch()
  const { period, view, product } = shown
  const choose = (chosen: EarningsPeriod) => change({ period: chosen })
  const analytics = useQuery(earningsQuery(api, period))
  const entries = useInfiniteQuery({ ...ledgerQuery(api), enabled: view === 'entries' && !product })
  const orders = useInfiniteQuery({ ...ordersQuery(api, shown), enabled: view === 'orders' || !!product })
  // What these say stands among figures and above the history, which come together with it.
  const balance = useQuery(balanceQuery(api))
  const fee = useQuery(queryOf(api, 'GET /api/v1/me/fee'))
  const waiting = useInfiniteQuery(waitingOrdersQuery(api, product))
  const history = { entries, orders, shown: product ? { ...shown, view: 'orders' as const } : shown }
  const ledger = history.shown.view === 'orders' ? orders : entries
  const { data } = analytics
  const hasSums = data !== undefined && hasEarned(data.all_time)
  // 'No earnings yet' comes below the figures, and needs both answers.
  const isWaiting = !data || (!hasSums && (ledger.isPending || !isKnown(waiting)))
  // An empty list of one product does not mean that others earned nothing.
  const somethingWaits = waiting.data?.pages[0]?.items.length
  const isNew = !product && ledger.data?.pages[0]?.items.length === 0 && !somethingWaits
  const retry = () => void analytics.refetch()
  const notices = !isNew && (hasSums || !ledger.isPending) && <HoldsNotice balance={balance.data} />

  return (
    <div>
      {analytics.isError && !data ? (
        <>
          <AnalyticsFailed
            period={period}
            onPeriod={choose}
            retrying={analytics.isFetching}
            onRetry={retry}
          />
          {notices && <div className="mt-5 stack gap-3">{notices}</div>}
          {isNew && <NoEarnings />}
        </>
      ) : isWaiting ? (
        <AnalyticsSkeleton />
      ) : (
        <div aria-busy={analytics.isPlaceholderData} className="stack gap-5">
          <EarningsFigures analytics={data} />
          {notices}
          {isNew && <NoEarnings />}
          <div className="stack gap-5 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)] lg:gap-6">
            <EarningsPanel
              analytics={data}
              period={period}
              onPeriod={choose}
              failure={analytics.isError ? { since: analytics.dataUpdatedAt, retry } : null}
            />
            <TopProducts analytics={data} />
          </div>
          <HowEarningsCount holdDays={data.hold_days} />
        </div>
      )}
      {!isNew && isKnown(fee, waiting) && (
        <>
          {fee.data && <FeeNotice fee={fee.data} isHidden={ledger.isPending} />}
          <WaitingOrders query={waiting} />
          <EarningsHistory {...history} hasWaiting={!!somethingWaits} onChange={change} />
        </>
      )}
      {!isNew && ledger.data && <Records />}
    </div>
  )
}

/** Whether these have answered. A failure holds nothing up. */
const isKnown = (...queries: { isPending: boolean; failureCount: number }[]) =>
  queries.every(({ isPending, failureCount }) => !isPending || failureCount > 0)

const hasEarned = (all: { posted_earnings: number; pending_earnings: number }) =>
  all.posted_earnings !== 0 || all.pending_earnings !== 0

/** How the figures are counted, folded away (docs/product/earnings.md#figures). */
function HowEarningsCount({ holdDays }: { holdDays: number }) {
  return (
    <HowCounted className="-my-2">
      <div className="stack max-w-[65ch] gap-2 pb-3 text-caption text-ink-2">
        <p>
          Earnings are pending until {holdDays} {holdDays === 1 ? 'day' : 'days'} after the end of the month
          of the order, when Amazon has paid for them. From then on they are posted.
        </p>
        <p>
          An amount counts on the day it is recorded here, after Amazon’s report has come, not on the day of
          the order. Recorded rows never change: a return or a correction is a row of its own.
        </p>
        <p>
          Days, weeks and months are those of your time zone, {viewerZone().replaceAll('_', ' ')}. Weeks begin
          on Monday.
        </p>
        <p>
          Figures are compared with the whole period before: today, which is not over, with all of yesterday.
        </p>
        <p>
          Clicks are those of people on your links, without bots, link previews, your own visits, and repeated
          visits within 30 minutes. The conversion rate is the number of orders first posted in that time
          whose commission still stands, divided by clicks. The average per click is posted and pending
          earnings divided by clicks.
        </p>
      </div>
    </HowCounted>
  )
}

/** The ledger as files, and the person's questions about it (docs/product/earnings.md#for-your-records). */
function Records() {
  return (
    <section aria-labelledby="records" className="mt-8 stack gap-4">
      <div className="stack gap-1">
        <h2 id="records" className="t-heading">
          For your records
        </h2>
        <p className="max-w-[65ch] text-small text-ink-2">
          The whole ledger as a file, with what shows that no row was ever changed.
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <ExportButtons content="ledger" />
        <ButtonLink to="/earnings/questions" className="max-sm:w-full">
          <Icon name="alert" />
          Questions
        </ButtonLink>
      </div>
      <p className="max-w-[65ch] text-caption text-ink-2">
        Every row is chained to the one before, so that none can be changed or left out unseen. To check it
        yourself, download the ledger and{' '}
        <a href="/check-ledger.mjs" download className="link">
          this small program
        </a>
        , and run <code className="whitespace-nowrap">node check-ledger.mjs</code> with the name of the file.
      </p>
    </section>
  )
}

type AnalyticsFailedProps = {
  period: EarningsPeriod
  onPeriod: (period: EarningsPeriod) => void
  retrying: boolean
  onRetry: () => void
}

/** Figures that failed to load, with the switch, since another period may be cached. */
function AnalyticsFailed({ period, onPeriod, retrying, onRetry }: AnalyticsFailedProps) {
  return (
    <Panel aria-label="Earnings over time" className="mt-2">
      <div className="flex justify-end">
        <Segmented label="Period" segments={periodSegments} value={period} onChange={onPeriod} />
      </div>
      <ErrorState bare message="Failed to load earnings" retrying={retrying} onRetry={onRetry} />
    </Panel>
  )
}
