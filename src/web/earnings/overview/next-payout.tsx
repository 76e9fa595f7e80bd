import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import type { OutlookKind } from '../../../shared/payouts/outlook.ts'
import { useApi } from '../../api/use-api.ts'
import { usdText } from '../../format/money-text.ts'
import { ButtonLink, type ButtonVariant } from '../../ui/button/button.tsx'
import { RetryBanner } from '../../ui/feedback/banner.tsx'
import { LoadingSkeleton, Skeleton } from '../../ui/feedback/loading.tsx'
import { balanceQuery, type OwnBalance } from '../earnings-queries.ts'
import { EarningsLinks } from './earnings-links.tsx'

/** What is next of the person's money, and the pages that it leads to (docs/product/earnings.md#what-is-next). */
export function NextPayout() {
  const query = useQuery(balanceQuery(useApi()))
  const { data, isPending } = query
  return (
    <section aria-label="Next payout" className="surface mt-1 overflow-hidden lg:mt-0">
      {data ? (
        <Next {...data} />
      ) : isPending ? (
        <LoadingSkeleton label="Loading your next payout">
          <div className={boxClass}>
            <Skeleton className="h-28 rounded-md" />
          </div>
        </LoadingSkeleton>
      ) : (
        <RetryBanner query={query}>Failed to load your next payout</RetryBanner>
      )}
      <EarningsLinks />
    </section>
  )
}

/** As high as what most creators read, so that nothing moves when it comes. */
const boxClass = 'min-h-64 content-center px-4 py-5 lg:min-h-40 lg:px-6'

function Next({ next, holds }: OwnBalance) {
  const { kind, amount, when, why } = next
  const step = steps[kind]
  return (
    <div
      className={clsx(
        boxClass,
        'relative stack gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] lg:items-center lg:gap-10',
        kind === 'held' && 'before:absolute before:inset-y-0 before:start-0 before:w-1 before:bg-amber',
      )}
    >
      <div className="min-w-0">
        <h2 className="text-small font-normal text-ink-2">Next payout</h2>
        {kind === 'nothing' ? (
          <p className="t-title">{when}</p>
        ) : (
          <>
            <p className={clsx('num t-figure', isEarned(kind) && amount > 0 ? 'text-money' : 'text-ink')}>
              {usdText(amount)}
            </p>
            <p className="num mt-1 font-semibold text-pretty">{when}</p>
          </>
        )}
      </div>
      <div className="stack min-w-0 gap-4">
        {why && (
          <p dir="auto" className="num max-w-[48ch] text-small text-pretty break-words text-ink-2">
            {why}
          </p>
        )}
        {step && (
          <ButtonLink to={step.to} variant={step.variant} className="max-sm:w-full sm:justify-self-start">
            {kind === 'held' && holds.length > 1 ? `See all ${holds.length} holds` : step.name}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

/** Ink for what is not on its way to the person as things are. */
const isEarned = (kind: OutlookKind) => !['held', 'negative', 'attention', 'review'].includes(kind)

type Step = { name: string; to: '/earnings/details' | '/earnings/payouts'; variant: ButtonVariant }
const details = (name: string): Step => ({ name, to: '/earnings/details', variant: 'primary' })
const payouts = (name: string): Step => ({ name, to: '/earnings/payouts', variant: 'quiet' })

/** The one thing to do about it; the main button only where the person can change something. */
const steps: Partial<Record<OutlookKind, Step>> = {
  held: payouts('See what is held'),
  unproven: details('Prove your address'),
  no_details: details('Tell us where to pay you'),
  details_lost: details('Enter your payout details'),
  details_wait: { ...details('See your payout details'), variant: 'quiet' },
  below_minimum: payouts('How payouts work'),
  ready: payouts('How payouts work'),
  coming: payouts('How payouts work'),
}
