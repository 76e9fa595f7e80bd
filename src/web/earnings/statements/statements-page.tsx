import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { monthText } from '../../../shared/dates/date-text.ts'
import type { AnswerOf } from '../../api/client.ts'
import { queryOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { counted } from '../../format/count-text.ts'
import { moneyColor, usdText } from '../../format/money-text.ts'
import { PageHead } from '../../shell/page-head.tsx'
import { Icon } from '../../ui/button/icon.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/empty-or-failed.tsx'
import { ListSkeleton } from '../list-skeleton.tsx'
import { EarningsScreen } from './earnings-screen.tsx'
import { PaidYears } from './paid-years.tsx'

/** The months that have a statement. */
export function StatementsPage() {
  return (
    <EarningsScreen title="Statements" parent="/earnings">
      <PageHead title="Statements" subtitle="What your ledger holds, month by month" />
      <div className="stack gap-8">
        <Months />
        <PaidYears />
      </div>
    </EarningsScreen>
  )
}

function Months() {
  const query = useQuery(queryOf(useApi(), 'GET /api/v1/me/statements'))
  if (query.data) return <MonthList months={query.data.items} />
  if (query.isPending)
    return <ListSkeleton label="Loading statements" rowClass="min-h-15" hasPictures={false} />
  return (
    <ErrorState
      message="Failed to load statements"
      retrying={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  )
}

type MonthListProps = { months: AnswerOf<'GET /api/v1/me/statements'>['items'] }

function MonthList({ months }: MonthListProps) {
  if (months.length === 0)
    return (
      <EmptyState title="No statements yet">
        Your first statement comes with your first month of earnings.
      </EmptyState>
    )
  return (
    <ul aria-label="Months" className="surface divide-y overflow-hidden">
      {months.map(({ month, user_amount, entries }) => (
        <li key={month}>
          <Link
            to="/earnings/statement/$month"
            params={{ month }}
            className="flex min-h-15 items-center gap-3 px-4 py-2 -outline-offset-2 enabled-hover:bg-sunken"
          >
            <span className="min-w-0 flex-1">
              <span className="block text-small font-semibold">{monthText(month)}</span>
              <span className="num block text-caption text-ink-3">{counted(entries, 'row', 'rows')}</span>
            </span>
            <span className={`num text-small font-semibold ${moneyColor(user_amount)}`}>
              {usdText(user_amount)}
            </span>
            <Icon name="chevronRight" size={16} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
