import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type OutlookKind, outlookText, whenComing } from '../../../shared/payouts/outlook.ts'
import { utcDay } from '../../../shared/time.ts'
import { useApi } from '../../api/use-api.ts'
import { usdText } from '../../format/money-text.ts'
import { RetryBanner } from '../../ui/feedback/banner.tsx'
import { LoadingSkeleton, Skeleton } from '../../ui/feedback/loading.tsx'
import { Panel } from '../../ui/panel.tsx'
import { balanceQuery, type OwnBalance } from '../earnings-queries.ts'
import { OwnHolds } from './own-holds.tsx'

/** Where the person can do something about it where they say how they are paid. */
const isForDetails: OutlookKind[] = ['unproven', 'no_details', 'details_wait', 'details_lost']

/** What the person has, and why something of it is held (docs/product/payouts.md#own-payouts). */
export function BalancePanel() {
  const query = useQuery(balanceQuery(useApi()))
  const { data, isPending } = query
  if (!data)
    return isPending ? (
      <BalanceSkeleton />
    ) : (
      <RetryBanner query={query}>Failed to load your balance</RetryBanner>
    )
  return (
    <Panel aria-label="Your balance" className="stack gap-4">
      <div>
        <p className="text-small text-ink-2">Available</p>
        <p className="num t-display">{usdText(data.available)}</p>
        <p className="text-caption text-pretty text-ink-2">
          {outlookText(data.next)}{' '}
          {isForDetails.includes(data.next.kind) && (
            <Link to="/earnings/details" className="link">
              How you are paid
            </Link>
          )}
        </p>
      </div>
      {data.holds.length > 0 && <OwnHolds holds={data.holds} />}
      <dl className="grid grid-cols-3 divide-x border-t pt-4">
        <Sum name="Pending" dollars={data.pending} />
        <Sum name="Held" dollars={data.held} />
        <Sum name="Paid" dollars={data.paid} />
      </dl>
      {data.coming.length > 0 && <Coming items={data.coming} today={utcDay(Date.now())} />}
    </Panel>
  )
}

/** What is pending, by when it is posted: days, months that Amazon has not paid for, what is under review. */
const Coming = ({ items, today }: { items: OwnBalance['coming']; today: string }) => (
  <div className="border-t pt-4 text-small">
    <p id="coming" className="text-caption text-ink-3">
      When pending amounts become available
    </p>
    <ul aria-labelledby="coming" className="mt-1 stack gap-1">
      {items.map(({ amount, ...coming }) => (
        <li key={whenComing(coming, today)} className="flex items-baseline justify-between gap-4">
          <span className="min-w-0 text-ink-2">{whenComing(coming, today)}</span>
          <span className="num shrink-0 font-semibold">{usdText(amount)}</span>
        </li>
      ))}
    </ul>
  </div>
)

const Sum = ({ name, dollars }: { name: string; dollars: number }) => (
  <div className="flex flex-col px-3 first:ps-0">
    <dt className="order-1 text-caption text-ink-3">{name}</dt>
    <dd className="num text-sub font-semibold">{usdText(dollars)}</dd>
  </div>
)

/** The boxes while the balance loads. */
const BalanceSkeleton = () => (
  <LoadingSkeleton label="Loading your balance">
    <Skeleton className="h-44 rounded-md" />
  </LoadingSkeleton>
)
