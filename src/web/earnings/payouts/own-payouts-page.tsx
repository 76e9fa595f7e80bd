import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { pagesOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { methodNames } from '../../format/payout-details-text.ts'
import { momentDay } from '../../format/when-text.ts'
import { PageHead } from '../../shell/page-head.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/button/icon.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/empty-or-failed.tsx'
import { ListSkeleton } from '../list-skeleton.tsx'
import { EarningsScreen } from '../statements/earnings-screen.tsx'
import { BalancePanel } from './balance-panel.tsx'
import { OwnClaims } from './own-claims.tsx'
import { amountText, inquiryText, type OwnPayout, stateTexts } from './payout-texts.ts'

/** What was paid out to the person, and how far each payout is (docs/product/payouts.md#own-payouts). */
export function OwnPayoutsPage() {
  return (
    <EarningsScreen title="Payouts" parent="/earnings">
      <PageHead title="Payouts" subtitle="Your balance, and what was paid out to you" />
      <div className="stack gap-5">
        <BalancePanel />
        <OwnClaims />
        <Payouts />
      </div>
    </EarningsScreen>
  )
}

function Payouts() {
  const query = useInfiniteQuery(pagesOf(useApi(), 'GET /api/v1/me/payouts'))
  if (!query.data)
    return query.isPending ? (
      <ListSkeleton label="Loading payouts" rowClass="min-h-15" hasPictures={false} />
    ) : (
      <ErrorState
        message="Failed to load payouts"
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  const payouts = query.data.pages.flatMap(({ items }) => items)
  if (payouts.length === 0)
    return (
      <EmptyState
        title="No payouts yet"
        action={<ButtonLink to="/earnings/details">How you are paid</ButtonLink>}
      >
        Posted earnings are paid out to you with the next payout.
      </EmptyState>
    )
  return (
    <div className="stack gap-4">
      <ul aria-label="Payouts" className="surface divide-y overflow-hidden">
        {payouts.map((payout) => (
          <li key={payout.id}>
            <PayoutRow payout={payout} />
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button
          className="justify-self-center"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </div>
  )
}

function PayoutRow({
  payout: { id, amount, method, number, state, state_at, reason, paid, is_looked_into },
}: {
  payout: OwnPayout
}) {
  const { text, tone } = stateTexts[state]
  return (
    <Link
      to="/earnings/payouts/$id"
      params={{ id }}
      className="flex min-h-15 items-center gap-4 px-4 py-3 -outline-offset-2 enabled-hover:bg-sunken"
    >
      <span className="min-w-0 flex-1">
        <span className="num block text-small font-semibold">{amountText({ amount, paid })}</span>
        <span className="num block text-caption text-ink-2">
          {methodNames[method]} · payout {number} · {momentDay(state_at)}
        </span>
        {inquiryText({ paid, is_looked_into }) && (
          <span className="num block text-caption text-ink-2">{inquiryText({ paid, is_looked_into })}</span>
        )}
        {reason && (
          <span dir="auto" className="block text-caption break-words text-ink-2">
            {reason}
          </span>
        )}
      </span>
      <Badge tone={tone}>{text}</Badge>
      <Icon name="chevronRight" size={16} />
    </Link>
  )
}
