import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { counted } from '../../format/count-text.ts'
import { Button } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/button/icon.tsx'
import { EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { RatedMonth } from '../answers.ts'
import { AdminFailed, RowsSkeleton } from '../parts/admin-list.tsx'
import { AdminScreen } from '../parts/admin-screen.tsx'
import { monthGrid } from '../parts/month-grid.ts'
import { MonthOfCurrency } from './month-of-currency.tsx'

const SetRate = lazyPart(() => import('./set-rate.tsx'))
const TakeMeans = lazyPart(() => import('./take-means.tsx'))

type Asked = { for: 'rate'; of: RatedMonth } | { for: 'means' }

/** How other currencies become dollars, month by month (docs/product/admin.md#rates). */
export function RatesPage() {
  const query = useQuery(queryOf(useApi(), 'GET /api/v1/admin/rates'))
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  const items = query.data?.items ?? []
  const ordered = items.filter(({ orders }) => orders > 0)
  const others = items.filter(({ orders }) => orders === 0)
  const ask = (of: RatedMonth) => setAsked({ for: 'rate', of })
  return (
    <AdminScreen subtitle="The rates that turn orders in other currencies into dollars" width="full">
      {query.isPending && <RowsSkeleton label="Loading rates" />}
      {query.isLoadingError && (
        <AdminFailed
          error={query.error}
          message="Failed to load rates"
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data && (
        <div className="stack gap-4">
          <Button
            variant="primary"
            className="justify-self-end max-sm:w-full"
            onClick={() => setAsked({ for: 'means' })}
          >
            Use the bank’s averages
          </Button>
          {ordered.length === 0 ? (
            <EmptyState title="No orders in other currencies">
              Their months are listed here once a report has such orders.
            </EmptyState>
          ) : (
            <RatedMonths label="Months" months={ordered} onSet={ask} />
          )}
          {others.length > 0 && (
            <details className="group">
              <summary className="flex min-h-11 w-fit items-center gap-1 rounded-sm text-small font-semibold text-ink-2">
                <Icon name="chevronRight" size={16} className="transition-[rotate] group-open:rotate-90" />
                {counted(others.length, 'rate')} without orders
              </summary>
              <RatedMonths label="Rates without orders" months={others} onSet={ask} />
            </details>
          )}
        </div>
      )}
      {asked?.for === 'rate' && <SetRate of={asked.of} onClose={close} />}
      {asked?.for === 'means' && <TakeMeans items={items} onClose={close} />}
    </AdminScreen>
  )
}

type RatedMonthsProps = { label: string; months: RatedMonth[]; onSet: (of: RatedMonth) => void }

const RatedMonths = ({ label, months, onSet }: RatedMonthsProps) => (
  <ul aria-label={label} className={monthGrid}>
    {months.map((of) => (
      <li key={`${of.month} ${of.currency}`}>
        <MonthOfCurrency of={of} onSet={() => onSet(of)} />
      </li>
    ))}
  </ul>
)
