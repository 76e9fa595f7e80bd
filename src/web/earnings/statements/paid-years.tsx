import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { counted } from '../../format/count-text.ts'
import { usdText } from '../../format/money-text.ts'
import { ErrorState } from '../../ui/feedback/empty-or-failed.tsx'

/** What was paid out to the person in each year; nothing before the first payout. */
export function PaidYears() {
  const query = useQuery(queryOf(useApi(), 'GET /api/v1/me/payout-years'))
  if (query.isError)
    return (
      <ErrorState
        message="Failed to load what was paid out"
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  const years = query.data?.items ?? []
  if (years.length === 0) return null
  return (
    <section aria-labelledby="years" className="stack gap-3">
      <div>
        <h2 id="years" className="t-heading">
          Paid out by year
        </h2>
        <p className="text-small text-ink-2">
          Payouts count on the day of their approval. Those that came back do not count. This is no tax
          advice: an adviser can tell you what to declare, and where.
        </p>
      </div>
      <ul aria-label="Years" className="surface divide-y overflow-hidden">
        {years.map(({ year, paid, payments, quarters }) => (
          <li key={year} className="stack gap-2 px-4 py-3">
            <p className="flex items-baseline justify-between gap-4">
              <span>
                <span className="num text-small font-semibold">{year}</span>{' '}
                <span className="num text-caption text-ink-3">{counted(payments, 'payment')}</span>
              </span>
              <span className="num text-small font-semibold">{usdText(paid)}</span>
            </p>
            <Quarters dollars={quarters} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The quarters of a year beside each other. */
const Quarters = ({ dollars }: { dollars: number[] }) => (
  <dl className="grid grid-cols-2 gap-x-4 gap-y-1 text-caption sm:grid-cols-4">
    {dollars.map((usd, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: there are four, in their order.
      <div key={index} className="flex gap-2">
        <dt className="text-ink-3">Q{index + 1}</dt>
        <dd className="num text-ink-2">{usdText(usd)}</dd>
      </div>
    ))}
  </dl>
)
