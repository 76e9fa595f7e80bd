import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { marketplaceName } from '../../../shared/amazon/marketplaces.ts'
import type { AnswerOf } from '../../api/client.ts'
import { queryOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { usdText } from '../../format/money-text.ts'
import { dayText, momentDay, monthText } from '../../format/when-text.ts'
import { Button } from '../../ui/button/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { LoadingSkeleton, Skeleton } from '../../ui/feedback/loading.tsx'
import { Panel } from '../../ui/panel.tsx'
import { isForDetails, payoutOutlook } from './payout-texts.ts'

type Balance = AnswerOf<'GET /api/v1/me/balance'>

/** What the person has, and why something of it is held (docs/product/payouts.md#own-payouts). */
export function BalancePanel() {
  const { data, isPending, isFetching, refetch } = useQuery({
    ...queryOf(useApi(), 'GET /api/v1/me/balance'),
    refetchOnWindowFocus: true,
  })
  if (!data)
    return isPending ? (
      <BalanceSkeleton />
    ) : (
      <Banner
        tone="bad"
        action={
          <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
        }
      >
        Failed to load your balance
      </Banner>
    )
  return (
    <Panel aria-label="Your balance" className="stack gap-4">
      <div>
        <p className="text-small text-ink-2">Available</p>
        <p className="num t-display">{usdText(data.available)}</p>
        <p className="text-caption text-pretty text-ink-2">
          {payoutOutlook(data, data.why_not_due)}{' '}
          {isForDetails(data.why_not_due) && (
            <Link to="/earnings/details" className="link">
              How you are paid
            </Link>
          )}
        </p>
      </div>
      <dl className="grid grid-cols-3 divide-x border-t pt-4">
        <Sum name="Pending" dollars={data.pending} />
        <Sum name="Held" dollars={data.held} />
        <Sum name="Paid" dollars={data.paid} />
      </dl>
      {data.coming.length > 0 && <Coming items={data.coming} />}
      {data.holds.length > 0 && (
        <ul aria-label="Held" className="stack gap-2 border-t pt-4 text-small">
          {data.holds.map((hold) => (
            <li key={`${hold.of} ${hold.order_item_id} ${hold.marketplace} ${hold.month}`}>
              <p className="font-semibold break-words">{whatIsHeld(hold)}</p>
              <p dir="auto" className="break-words text-ink-2">
                {hold.reason}
              </p>
              <p className="text-caption text-ink-3">Since {momentDay(hold.since)}</p>
            </li>
          ))}
          <li className="text-caption text-ink-2">
            Held amounts count as posted, and are paid out once the hold has ended.
          </li>
        </ul>
      )}
    </Panel>
  )
}

/** What is pending, by when it is posted: days, months that Amazon has not paid for, what is under review. */
const Coming = ({ items }: { items: Balance['coming'] }) => (
  <div className="border-t pt-4 text-small">
    <p id="coming" className="text-caption text-ink-3">
      When pending amounts become available
    </p>
    <ul aria-labelledby="coming" className="mt-1 stack gap-1">
      {items.map(({ on, month, marketplace, amount }) => (
        <li key={`${on} ${month} ${marketplace}`} className="flex items-baseline justify-between gap-4">
          <span className="min-w-0 text-ink-2">{whenComing({ on, month, marketplace })}</span>
          <span className="num shrink-0 font-semibold">{usdText(amount)}</span>
        </li>
      ))}
    </ul>
  </div>
)

function whenComing({ on, month, marketplace }: Omit<Balance['coming'][number], 'amount'>): string {
  if (on) return `on ${dayText(on)}`
  return month && marketplace
    ? `once Amazon has paid for ${monthText(month)}, ${marketplaceName(marketplace)}`
    : 'once we have looked at its orders'
}

const whatIsHeld = ({ of, order_item_id, marketplace, month }: Balance['holds'][number]): string => {
  if (of === 'order') return `Order ${order_item_id}`
  if (of === 'everything' || !marketplace || !month) return 'All of it'
  return `${monthText(month)}, ${marketplaceName(marketplace)}`
}

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
