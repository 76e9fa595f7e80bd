import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { dayText } from '../../../shared/dates/date-text.ts'
import { hasCode } from '../../../shared/errors.ts'
import { pagesOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { entryTitle, typeText } from '../../format/entry-text.ts'
import { usdText } from '../../format/money-text.ts'
import { methodNames } from '../../format/payout-details-text.ts'
import { momentDay } from '../../format/when-text.ts'
import { PageHead } from '../../shell/page-head.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/empty-or-failed.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { ListSkeleton } from '../list-skeleton.tsx'
import { ownText } from '../own-amounts.ts'
import { EarningsScreen } from '../statements/earnings-screen.tsx'
import { amountText, type CoveredPayout, inquiryText, stateTexts } from './payout-texts.ts'

const route = getRouteApi('/_app/earnings/payouts/$id/')

/** One payout with the rows that it covers (docs/product/payouts.md#what-a-payout-covers). */
export function OwnPayoutPage() {
  const { id } = route.useParams()
  const query = useInfiniteQuery(pagesOf(useApi(), 'GET /api/v1/me/payouts/:id', { params: { id } }))
  const [payout] = query.data?.pages ?? []
  const title = payout ? `Payout ${payout.number}` : 'Payout'
  return (
    <EarningsScreen title={title} parent="/earnings/payouts">
      <PageHead title={title} subtitle="What it consists of" />
      {payout ? (
        <div className="stack gap-6">
          <Made payout={payout} />
          <ButtonLink to="/earnings/payouts/$id/advice" params={{ id }} className="justify-self-start">
            Remittance advice
          </ButtonLink>
          <SettingsSection title="Rows" note="The newest first. Each is in one payout.">
            <Rows items={query.data?.pages.flatMap(({ items }) => items) ?? []} />
            {query.hasNextPage && (
              <Button
                className="justify-self-center"
                busy={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                Show more
              </Button>
            )}
          </SettingsSection>
        </div>
      ) : query.isPending ? (
        <ListSkeleton label="Loading the payout" rowClass="min-h-15" hasPictures={false} />
      ) : hasCode(query.error, 'not_found') || hasCode(query.error, 'validation_failed') ? (
        <EmptyState title="Nothing here">There is no payout of yours at this address.</EmptyState>
      ) : (
        <ErrorState
          message="Failed to load the payout"
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
    </EarningsScreen>
  )
}

/** Why a payout did not stay. */
const backTexts: Partial<Record<CoveredPayout['state'], string>> = {
  failed: 'It did not reach you. The amount is in your balance again.',
  returned: 'It came back. The amount is in your balance again.',
  cancelling: 'It was stopped. The amount comes back to your balance once we have seen that it was not paid.',
  cancelled: 'It was not sent. The amount is in your balance again.',
}

function Made({ payout }: { payout: CoveredPayout }) {
  const { amount, method, state, state_at, reason, drafted_at, before, left, rows, held, is_by_time } = payout
  const { text, tone } = stateTexts[state]
  const parts = [
    [before === null ? 'Rows until then' : `Rows since payout ${before}`, rows],
    ...(left === 0 ? [] : [['Left from before', left] as const]),
    ...(held === 0 ? [] : [['Held then', -held] as const]),
  ] as const
  return (
    <Panel aria-label="Payout" className="stack gap-4">
      <div className="flex items-start justify-between gap-4">
        <div>
          <p className="num t-display">{amountText(payout)}</p>
          <p className="num text-caption text-ink-2">
            {methodNames[method]} · drafted {momentDay(drafted_at)} · {text.toLowerCase()}{' '}
            {momentDay(state_at)}
          </p>
        </div>
        <Badge tone={tone}>{text}</Badge>
      </div>
      {inquiryText(payout) && <p className="num text-small text-pretty">{inquiryText(payout)}</p>}
      {backTexts[state] && (
        <p className="text-small text-pretty">
          {backTexts[state]}
          {reason && (
            <>
              {' '}
              Reason: “<bdi>{reason}</bdi>”
            </>
          )}
        </p>
      )}
      <dl className="num stack gap-1.5 text-small">
        {parts.map(([name, dollars]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-ink-2">{name}</dt>
            <dd>{usdText(dollars)}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 border-t border-line-strong pt-2 font-[650]">
          <dt>This payout</dt>
          <dd>{usdText(amount)}</dd>
        </div>
      </dl>
      {is_by_time && (
        <p className="text-caption text-ink-2">
          When this was drafted it was not noted which rows it covers: they are found by their time.
        </p>
      )}
      {held > 0 && (
        <p className="text-caption text-ink-2">Held amounts are paid out later, once their hold has ended.</p>
      )}
    </Panel>
  )
}

function Rows({ items }: Pick<CoveredPayout, 'items'>) {
  if (items.length === 0)
    return <p className="text-small text-ink-2">No new rows: all of it was left from before.</p>
  return (
    <ul aria-label="Rows" className="surface divide-y overflow-hidden">
      {items.map(({ entry, amount }) => (
        <li key={entry.id} className="flex min-h-15 items-center gap-4 px-4 py-3">
          <div className="min-w-0 flex-1">
            <p dir="auto" className="line-clamp-1 text-small font-semibold">
              {entryTitle(entry)}
            </p>
            <p className="num text-caption text-ink-2">
              {[
                typeText(entry),
                entry.order_date && `ordered ${dayText(entry.order_date)}`,
                amount === entry.user_amount ? null : 'no longer counted then',
              ]
                .filter(Boolean)
                .join(' · ')}
              {entry.own && amount === entry.user_amount && (
                <span className="block">{ownText(entry.own)}</span>
              )}
            </p>
          </div>
          <span className="num text-small font-semibold">{usdText(amount)}</span>
        </li>
      ))}
    </ul>
  )
}
