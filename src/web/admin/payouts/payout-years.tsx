import { useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '../../api/client.ts'
import { queryOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { saveFile } from '../../browser/save-file.ts'
import { counted } from '../../format/count-text.ts'
import { usdText } from '../../format/money-text.ts'
import { Button } from '../../ui/button/button.tsx'
import { AdminFailed } from '../parts/admin-list.tsx'
import { useAdminAct } from '../parts/use-admin-act.ts'

/** What was paid out in each year, with a file of whom; nothing before the first payout. */
export function PayoutYears() {
  const query = useQuery(queryOf(useApi(), 'GET /api/v1/admin/payout-years'))
  if (query.isError)
    return (
      <AdminFailed
        error={query.error}
        message="Failed to load the totals of years"
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
          Totals of a year
        </h2>
        <p className="text-small text-ink-2">
          Approved payouts that did not come back, with legal names and countries. This is no tax advice.
        </p>
      </div>
      <ul aria-label="Years" className="surface divide-y overflow-hidden">
        {years.map((year) => (
          <li key={year.year}>
            <YearRow year={year} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type YearRowProps = { year: AnswerOf<'GET /api/v1/admin/payout-years'>['items'][number] }

function YearRow({ year: { year, paid, payments, creators, quarters } }: YearRowProps) {
  const { run: download, isBusy } = useAdminAct({
    send: (api) => api('POST /api/v1/admin/payout-years/:year/fetch', { params: { year } }),
    after: ({ name, text }) => saveFile(name, text, 'text/csv'),
    done: 'File downloaded',
    failed: 'Could not download the file',
  })
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="num text-small font-semibold">
          {year}, {usdText(paid)}
        </p>
        <p className="num text-caption text-ink-2">
          {counted(payments, 'payment')} to {counted(creators, 'creator')}
        </p>
        <p className="num text-caption text-ink-3">
          {quarters.map((usd, index) => `Q${index + 1} ${usdText(usd)}`).join(' · ')}
        </p>
      </div>
      <Button size="sm" busy={isBusy} onClick={() => void download()}>
        Download CSV<span className="sr-only"> of {year}</span>
      </Button>
    </div>
  )
}
