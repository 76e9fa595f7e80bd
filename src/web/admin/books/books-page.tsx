import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { monthText } from '../../../shared/dates/date-text.ts'
import { queryOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { counted } from '../../format/count-text.ts'
import { momentDay } from '../../format/when-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import { useAppName } from '../../use-app-name.ts'
import type { BookMonth } from '../answers.ts'
import { AdminFailed, RowsSkeleton } from '../parts/admin-list.tsx'
import { AdminScreen } from '../parts/admin-screen.tsx'
import { monthGrid } from '../parts/month-grid.ts'
import { YearSwitch } from '../parts/year-switch.tsx'
import { AccountTable } from './account-table.tsx'

/** The months of a year in the books (docs/product/books.md#months). */
export function BooksPage() {
  const [year, setYear] = useState<number>()
  const query = useQuery(queryOf(useApi(), 'GET /api/v1/admin/books', { query: { year } }))
  const appName = useAppName()
  return (
    <AdminScreen
      width="full"
      subtitle={`What ${appName} has or is owed is above zero. What it owes or has earned is below. The sum is always zero.`}
    >
      <YearSwitch year={query.data?.year ?? year} onChange={setYear} />
      {query.isPending && <RowsSkeleton label="Loading the books" />}
      {query.isLoadingError && (
        <AdminFailed
          error={query.error}
          message="Failed to load the books"
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data?.items.length === 0 && (
        <EmptyState title={`Nothing in ${query.data.year}`}>
          Months in which something was earned, received or paid are listed here.
        </EmptyState>
      )}
      {query.data && query.data.items.length > 0 && (
        <ul aria-label="Months" className={monthGrid}>
          {query.data.items.map((month) => (
            <li key={month.month}>
              <Month of={month} />
            </li>
          ))}
        </ul>
      )}
    </AdminScreen>
  )
}

function Month({ of }: { of: BookMonth }) {
  const name = monthText(of.month)
  return (
    <section aria-label={name} className="surface stack gap-3 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-sub font-semibold">
          <Link to="/admin/books/$month" params={{ month: of.month }} className="link">
            {name}
          </Link>{' '}
          <span className="num text-small font-normal text-ink-2">
            {counted(of.entries, 'entry', 'entries')}
          </span>
        </h3>
        {of.closed_at ? (
          <span className="num text-caption text-ink-2">Closed on {momentDay(of.closed_at)}</span>
        ) : (
          <Badge tone="waiting">Open</Badge>
        )}
      </div>
      <AccountTable of={of} label={name} />
    </section>
  )
}
