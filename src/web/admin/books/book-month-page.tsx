import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { monthText } from '../../../shared/dates/date-text.ts'
import { pagesOf, queryOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { counted } from '../../format/count-text.ts'
import { momentDay } from '../../format/when-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import type { BookLine, BookMonth } from '../answers.ts'
import { AdminFailed, AdminList, RowsSkeleton } from '../parts/admin-list.tsx'
import { AdminScreen } from '../parts/admin-screen.tsx'
import { ExportCsv } from '../parts/export-csv.tsx'
import { AccountTable } from './account-table.tsx'
import { BookEntryRow, Change } from './book-entry-row.tsx'
import { kindNames, paidForText, searchText } from './book-texts.ts'
import type { EntriesSearch } from './entries-search.ts'

const route = getRouteApi('/_app/admin/books/$month')

/**
 * A month of the books: its accounts, where their amounts come from, and the entries behind them
 * (docs/product/books.md#a-month).
 */
export function BookMonthPage() {
  const { month } = route.useParams()
  const search = route.useSearch()
  const query = useQuery(queryOf(useApi(), 'GET /api/v1/admin/books/:month', { params: { month } }))
  const { data } = query
  return (
    <AdminScreen title={data ? monthText(data.month) : 'Books'} back="/admin/books">
      {data ? (
        <div className="stack gap-6">
          <Accounts of={data} />
          {data.lines.length > 0 && <Lines month={month} lines={data.lines} />}
          <Entries month={month} search={search} />
        </div>
      ) : query.isPending ? (
        <RowsSkeleton label="Loading the month" />
      ) : (
        <AdminFailed
          error={query.error}
          message="Failed to load the month"
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
    </AdminScreen>
  )
}

function Accounts({ of }: { of: BookMonth }) {
  return (
    <section aria-label="Accounts" className="surface stack gap-3 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        {of.closed_at ? (
          <Badge>Closed on {momentDay(of.closed_at)}</Badge>
        ) : (
          <Badge tone="waiting">Open: entries may be added</Badge>
        )}
        <MonthFile month={of.month} />
      </div>
      <AccountTable of={of} label="Accounts" />
    </section>
  )
}

function MonthFile({ month }: { month: string }) {
  const api = useApi()
  return (
    <ExportCsv
      load={() =>
        api('GET /api/v1/admin/export/books', { query: { month, format: 'csv' } }, { asFile: true })
      }
      name={() => `books-${month}.csv`}
      failure="Failed to export the month"
    />
  )
}

function Lines({ month, lines }: { month: string; lines: BookLine[] }) {
  return (
    <section aria-labelledby="lines" className="stack gap-3">
      <h2 id="lines" className="t-heading">
        Where they come from
      </h2>
      <ul aria-labelledby="lines" className="surface divide-y overflow-hidden">
        {lines.map(({ kind, marketplace, earning_month, entries, change }) => (
          <li key={`${kind} ${marketplace} ${earning_month}`}>
            <Link
              to="/admin/books/$month"
              params={{ month }}
              search={
                marketplace && earning_month
                  ? { kind, marketplace: marketplace as never, earning_month }
                  : { kind }
              }
              hash="entries"
              className="block px-4 py-3 -outline-offset-2 enabled-hover:bg-sunken"
            >
              <span className="block text-small font-semibold">
                {[kindNames[kind], paidForText({ marketplace, earning_month })].filter(Boolean).join(' · ')}
              </span>
              <span className="num block text-caption text-ink-2">
                {counted(entries, 'entry', 'entries')}
              </span>
              <Change of={change} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Entries({ month, search }: { month: string; search: EntriesSearch }) {
  const query = useInfiniteQuery(
    pagesOf(useApi(), 'GET /api/v1/admin/books/:month/entries', { params: { month }, query: search }),
  )
  const shown = searchText(search)
  return (
    <section aria-labelledby="entries" className="stack gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="entries" className="t-heading scroll-mt-20">
          Entries
        </h2>
        {shown && (
          <Link
            to="/admin/books/$month"
            params={{ month }}
            hash="entries"
            className="link inline-flex min-h-9 items-center text-small"
          >
            Show all entries
          </Link>
        )}
      </div>
      {shown && <p className="text-small text-ink-2">{shown}</p>}
      <AdminList
        what="entries"
        query={query}
        keyOf={({ id, kind }) => `${kind} ${id}`}
        empty={<EmptyState title="No entries">Nothing is booked here in this month.</EmptyState>}
      >
        {(entry) => <BookEntryRow entry={entry} />}
      </AdminList>
    </section>
  )
}
