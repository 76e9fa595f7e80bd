import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import clsx from 'clsx'
import { useEffect } from 'react'
import type { Advice } from '../../../payouts/advice/contract.ts'
import { hasCode } from '../../../shared/errors.ts'
import { usdText } from '../../format/money-text.ts'
import { countryName, methodNames } from '../../format/payout-details-text.ts'
import { utcDayOfYear } from '../../format/when-text.ts'
import { Button } from '../../ui/button/button.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/empty-or-failed.tsx'
import { LoadingSkeleton, Skeleton } from '../../ui/feedback/loading.tsx'
import { useAppName } from '../../use-app-name.ts'
import { amountText, inquiryText, stateTexts } from '../payouts/payout-texts.ts'
import { AdviceRows } from './advice-rows.tsx'

type PayoutAdviceProps = { query: UseInfiniteQueryResult<InfiniteData<Advice>> }

/** The remittance advice of a payout on pages to print, A4 or Letter (docs/product/payouts.md#remittance-advice). */
export function PayoutAdvice({ query }: PayoutAdviceProps) {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  // Paper has no button that shows more.
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  const [advice] = data?.pages ?? []
  if (advice)
    return (
      <article className="stack gap-6 max-lg:pt-1">
        <Head advice={advice} isWhole={!hasNextPage} />
        <Sums advice={advice} />
        <AdviceRows items={data?.pages.flatMap(({ items }) => items) ?? []} />
        {isFetchNextPageError && (
          <ErrorState
            message="Failed to load all rows"
            retrying={isFetchingNextPage}
            onRetry={() => void fetchNextPage()}
          />
        )}
      </article>
    )
  if (query.isPending) return <SheetSkeletons />
  if (hasCode(query.error, 'not_found') || hasCode(query.error, 'validation_failed'))
    return (
      <EmptyState level={1} title="Nothing here">
        There is no payout at this address.
      </EmptyState>
    )
  return (
    <ErrorState
      level={1}
      message="Failed to load the advice"
      retrying={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  )
}

function Head({ advice, isWhole }: { advice: Advice; isWhole: boolean }) {
  const appName = useAppName()
  const { number, reference, method, to, creator, state, state_at, reason } = advice
  const inquiry = inquiryText({ paid: advice.paid, is_looked_into: false })
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <p className="text-small text-ink-2">{appName} · Remittance advice</p>
        <h1 className="num t-display">
          Payout {number}, {amountText(advice)}
        </h1>
        <p className="mt-1 text-small break-words">
          <span className="text-ink-2">Payee</span>{' '}
          <bdi className="font-semibold">{to?.legal_name ?? creator.payee_id}</bdi>
          <span className="text-ink-2">
            {creator.username ? ` @${creator.username}` : creator.former && ` payee ${creator.former.number}`}
            {to && `, ${countryName(to.country)}`}
          </span>
        </p>
        <p className="num mt-0.5 text-small break-words">
          <span className="text-ink-2">By</span> {methodNames[method]}
          {to && `, ${to.account}`} <span className="text-ink-2">as</span> {reference}
        </p>
        <p className="num mt-0.5 text-small">
          {stateTexts[state].text} <span className="text-ink-2">on {utcDayOfYear(state_at)}</span>
        </p>
        {inquiry && <p className="num mt-0.5 text-small">{inquiry}</p>}
        {reason && (
          <p dir="auto" className="mt-0.5 text-small break-words">
            {reason}
          </p>
        )}
        <p className="mt-0.5 text-caption text-ink-3">US dollars · days in UTC</p>
      </div>
      <Button className="print:hidden" busy={!isWhole} onClick={() => window.print()}>
        Print
      </Button>
    </header>
  )
}

/** What the payout was made of; what comes to nothing is left out, and all of it comes to the amount. */
function Sums({ advice: { amount, drafted_at, before, left, sums, held, is_by_time } }: { advice: Advice }) {
  const lines = [
    ['Commissions', sums.sales],
    ['Returns', sums.returns],
    ['Platform fee', sums.fee],
    ['Adjusted by hand', sums.by_hand],
    ['Payouts that came back', sums.came_back],
    ['Left from before', left],
    ['Held then', -held],
    ['This payout', amount],
  ] as const
  const shown = lines.filter(([, usd], n) => n === lines.length - 1 || usd !== 0)
  return (
    <section className="surface p-4 print:p-0 print:shadow-none">
      <h2 className="text-small font-semibold">
        {before === null ? 'Until' : `Since payout ${before}, until`} {utcDayOfYear(drafted_at)}
      </h2>
      <dl className="num mt-2 stack gap-1.5 text-small">
        {shown.map(([name, usd], n) => {
          const sum = n === shown.length - 1 && 'border-t border-line-strong pt-2 font-[650]'
          return (
            <div key={name} className={clsx('flex justify-between gap-4', sum)}>
              <dt className={sum ? undefined : 'text-ink-2'}>{name}</dt>
              <dd>{usdText(usd)}</dd>
            </div>
          )
        })}
      </dl>
      {is_by_time && (
        <p className="mt-2 text-caption text-ink-2">
          When this was drafted it was not noted which rows it covers: they are found by their time.
        </p>
      )}
    </section>
  )
}

const SheetSkeletons = () => (
  <LoadingSkeleton label="Loading the advice" className="stack gap-6 max-lg:pt-1">
    <div>
      <Skeleton className="my-[3px] h-3.5 w-36 rounded-xs" />
      <Skeleton className="my-1 h-8 w-56 rounded-sm" />
      <Skeleton className="mt-2 h-3.5 w-40 rounded-xs" />
    </div>
    <Skeleton className="h-48 rounded-lg" />
    <Skeleton className="h-40 rounded-xs" />
  </LoadingSkeleton>
)
