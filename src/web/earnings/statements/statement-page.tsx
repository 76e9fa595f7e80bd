import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Statement } from '../../../earnings/contract.ts'
import { hasCode } from '../../../shared/errors.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useApi } from '../../use-api.ts'
import { statementQuery } from '../earnings-queries.ts'
import { StatementSums } from '../statement-sums.tsx'
import { monthText } from '../when-text.ts'
import { EarningsScreen } from './earnings-screen.tsx'
import { StatementRows } from './statement-rows.tsx'

const route = getRouteApi('/_app/earnings_/statement/$month')

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
  const query = useQuery(statementQuery(useApi(), month))
  if (query.data) return <Sheet statement={query.data} />
  if (query.isPending) return <SheetBoxes />
  // The address names no month, or one that is still to come.
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
  const { month, name, username, payee_id } = statement
  return (
    <article className="stack gap-6 max-lg:pt-1">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <p className="text-small text-ink-2">Statement of earnings</p>
          <h1 className="t-display">{monthText(month)}</h1>
          <p className="mt-1 text-small">
            <bdi className="font-semibold">{name}</bdi> <span className="text-ink-2">@{username}</span>
          </p>
          <p className="num mt-0.5 text-caption text-ink-3">Payee {payee_id} · US dollars · days in UTC</p>
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

const rows = [0, 1, 2, 3]

function SheetBoxes() {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">Loading the statement</span>
      <div aria-hidden="true" className="stack gap-6 max-lg:pt-1">
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
      </div>
    </div>
  )
}
