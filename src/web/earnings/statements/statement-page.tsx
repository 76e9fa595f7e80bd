import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import clsx from 'clsx'
import type { Statement } from '../../../earnings/contract.ts'
import { monthText } from '../../../shared/dates/date-text.ts'
import { hasCode } from '../../../shared/errors.ts'
import { queryOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { usdText } from '../../format/money-text.ts'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/empty-or-failed.tsx'
import { LoadingSkeleton, Skeleton } from '../../ui/feedback/loading.tsx'
import { EarningsScreen } from './earnings-screen.tsx'
import { StatementRows } from './statement-rows.tsx'

const route = getRouteApi('/_app/earnings/statement/$month')

/** One month of the ledger on a page to print, A4 or Letter. */
export function StatementPage() {
  const { month } = route.useParams()
  return (
    <EarningsScreen title="Statement" parent="/earnings/statement">
      <Month key={month} month={month} />
    </EarningsScreen>
  )
}

function Month({ month }: { month: string }) {
  const query = useQuery(queryOf(useApi(), 'GET /api/v1/me/statements/:month', { params: { month } }))
  if (query.data) return <Sheet statement={query.data} />
  if (query.isPending) return <SheetSkeletons />
  // The address names no month, or a future one.
  if (hasCode(query.error, 'validation_failed') || hasCode(query.error, 'not_found')) return <NoMonth />
  return (
    <ErrorState
      level={1}
      message="Failed to load the statement"
      retrying={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  )
}

function NoMonth() {
  return (
    <EmptyState
      level={1}
      title="No such month"
      action={<ButtonLink to="/earnings/statement">All months</ButtonLink>}
    >
      There is no statement at this address.
    </EmptyState>
  )
}

type SheetProps = { statement: Statement }

function Sheet({ statement }: SheetProps) {
  const { month, time_zone, name, username, payee_id } = statement
  return (
    <article className="stack gap-6 max-lg:pt-1">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <p className="text-small text-ink-2">Statement of earnings</p>
          <h1 className="t-display">{monthText(month)}</h1>
          <p className="mt-1 text-small">
            <span className="text-ink-2">Payee</span> <bdi className="font-semibold">{name || payee_id}</bdi>{' '}
            <span className="text-ink-2">@{username}</span>
          </p>
          <p className="mt-0.5 text-caption text-ink-3">US dollars · days in {zoneName(time_zone)}</p>
        </div>
        <Button className="print:hidden" onClick={() => window.print()}>
          Print
        </Button>
      </header>
      <StatementSums statement={statement} />
      <StatementRows statement={statement} />
    </article>
  )
}

/** `America/Los_Angeles` for people: 'America/Los Angeles'. */
const zoneName = (zone: string) => zone.replaceAll('_', ' ')

const rows = [0, 1, 2, 3]

function SheetSkeletons() {
  return (
    <LoadingSkeleton label="Loading the statement" className="stack gap-6 max-lg:pt-1">
      <div>
        <Skeleton className="my-[3px] h-3.5 w-36 rounded-xs" />
        <Skeleton className="my-1 h-8 w-56 rounded-sm" />
        <Skeleton className="mt-2 h-3.5 w-40 rounded-xs" />
      </div>
      <Skeleton className="h-64 rounded-lg" />
      <div className="stack gap-2">
        {rows.map((row) => (
          <Skeleton key={row} className="h-10 rounded-xs" />
        ))}
      </div>
    </LoadingSkeleton>
  )
}

type StatementSumsProps = { statement: Statement }

/** The balances before and after the month, and the sums of its rows. */
function StatementSums({ statement }: StatementSumsProps) {
  const { opening_balance, closing_balance, sums, posted, pending } = statement
  return (
    <div className="surface grid gap-x-10 gap-y-6 p-4 sm:grid-cols-2 print:grid-cols-2 print:p-0 print:shadow-none">
      <Sums
        title="Balance"
        lines={[
          ['Opening balance', opening_balance],
          ['Commissions', sums.commissions],
          ['Returns', sums.returns],
          ['Adjustments', sums.adjustments],
          ...(sums.by_hand === 0 ? [] : [['Adjusted by hand', sums.by_hand] as [string, number]]),
          ...(sums.paid === 0 ? [] : [['Paid out', -sums.paid] as [string, number]]),
          ['Closing balance', closing_balance],
        ]}
      />
      <div className="stack gap-6">
        <Sums
          title="This month’s rows"
          lines={[
            ['Gross commission', sums.gross_commission],
            ['Platform fee', -sums.platform_fee_amount],
            ['You earn', sums.user_amount],
          ]}
        />
        <Sums
          title="Their state today"
          lines={[
            ['Posted', posted],
            ['Pending', pending],
          ]}
          withSum={false}
        />
      </div>
    </div>
  )
}

type SumsProps = { title: string; lines: [name: string, usd: number][]; withSum?: boolean }

/** Amounts one below the other; with `withSum` the last one is the sum of the others. */
function Sums({ title, lines, withSum = true }: SumsProps) {
  return (
    <section>
      <h2 className="text-small font-semibold">{title}</h2>
      <dl className="mt-2 stack gap-1.5 text-small">
        {lines.map(([name, usd], index) => {
          const sum = withSum && index === lines.length - 1 && 'border-t border-line-strong pt-2 font-[650]'
          return (
            <div key={name} className={clsx('flex justify-between gap-4', sum)}>
              <dt className={sum ? undefined : 'text-ink-2'}>{name}</dt>
              <dd className="num">{usdText(usd)}</dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}
