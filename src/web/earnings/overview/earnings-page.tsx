import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { EarningsPeriod } from '../../../earnings/contract.ts'
import { AppScreen } from '../../app/app-screen.tsx'
import { PageHead } from '../../shell/page-head.tsx'
import { useApi } from '../../use-api.ts'
import { AnalyticsFailed } from '../analytics-failed.tsx'
import { earningsQuery, ledgerQuery } from '../earnings-queries.ts'
import { HowCounted } from '../how-counted.tsx'
import { EarningsHistory } from '../ledger/earnings-history.tsx'
import { Records } from '../records.tsx'
import { AnalyticsSkeleton } from './analytics-skeleton.tsx'
import { EarningsFigures } from './earnings-figures.tsx'
import { EarningsPanel } from './earnings-panel.tsx'
import { NoEarnings } from './no-earnings.tsx'
import { firstPeriod } from './periods.ts'
import { TopProducts } from './top-products.tsx'

/** What a creator earns: figures, chart and top products of a period, and the ledger (spec section 2, /earnings). */
export function EarningsPage() {
  return (
    <AppScreen bar={{ title: 'Earnings' }}>
      <PageHead title="Earnings" />
      <Earnings />
    </AppScreen>
  )
}

function Earnings() {
  const api = useApi()
  const [period, choose] = usePeriod()
  const analytics = useQuery(earningsQuery(api, period))
  const ledger = useInfiniteQuery(ledgerQuery(api))
  const { data } = analytics
  const entries = ledger.data?.pages.flatMap(({ items }) => items)
  const mayBeNew = data !== undefined && !hasEarned(data.all_time)
  // Whoever has earned nothing yet is told so first, so both answers are waited for.
  const isWaiting = !data || (mayBeNew && ledger.isPending)
  const isNew = mayBeNew && entries?.length === 0
  const retry = () => void analytics.refetch()

  return (
    <>
      {analytics.isError && !data ? (
        <AnalyticsFailed period={period} onPeriod={choose} retrying={analytics.isFetching} onRetry={retry} />
      ) : isWaiting ? (
        <AnalyticsSkeleton />
      ) : (
        <div aria-busy={analytics.isPlaceholderData} className="stack gap-5">
          <EarningsFigures story={data} />
          {isNew && <NoEarnings />}
          <div className="stack gap-5 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)] lg:gap-6">
            <EarningsPanel
              story={data}
              period={period}
              onPeriod={choose}
              failure={analytics.isError ? { since: analytics.dataUpdatedAt, retry } : null}
            />
            <TopProducts story={data} />
          </div>
          <HowCounted holdDays={data.hold_days} />
        </div>
      )}
      {!isNew && <EarningsHistory query={ledger} />}
      {entries && entries.length > 0 && <Records />}
    </>
  )
}

const hasEarned = (all: { posted_earnings: number; pending_earnings: number }) =>
  all.posted_earnings !== 0 || all.pending_earnings !== 0

/** The period stands in the address, so that the back button and a reload find it again. */
function usePeriod(): [EarningsPeriod, (period: EarningsPeriod) => void] {
  const period = useSearch({ from: '/_app/earnings', select: (search) => search.period ?? firstPeriod })
  const navigate = useNavigate({ from: '/earnings' })
  const choose = (chosen: EarningsPeriod) =>
    void navigate({
      search: ({ period: _, ...search }) => ({
        ...search,
        ...(chosen !== firstPeriod && { period: chosen }),
      }),
      replace: true,
      resetScroll: false,
    })
  return [period, choose]
}
