import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { marketplaceName } from '../../../shared/amazon/marketplaces.ts'
import { monthText } from '../../../shared/dates/date-text.ts'
import { Button } from '../../ui/button/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Segmented } from '../../ui/list/segmented.tsx'
import { AdminScreen } from '../parts/admin-screen.tsx'
import { HoldList } from './hold-list.tsx'

const SetHold = lazyPart(() => import('./set-hold.tsx'))

const route = getRouteApi('/_app/admin/holds')

const states = [
  { value: 'standing', label: 'Standing' },
  { value: 'ended', label: 'Ended' },
] as const

/** What is held, all of it or of one month (docs/product/admin.md#creators). */
export function HoldsPage() {
  const { state = 'standing', ...month } = route.useSearch()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  return (
    <AdminScreen subtitle="Posted earnings that are not paid out for now">
      <div className="flex flex-wrap items-center justify-between gap-3 pb-4">
        <Segmented
          label="Which holds"
          segments={states}
          value={state}
          onChange={(chosen) =>
            void navigate({
              to: '/admin/holds',
              search: { ...month, state: chosen === 'ended' ? chosen : undefined },
              replace: true,
            })
          }
        />
        <Button variant="primary" className="max-sm:w-full" onClick={() => setAsking(true)}>
          Hold
        </Button>
      </div>
      {month.month && (
        <p className="pb-4 text-small text-ink-2">
          Of {monthText(month.month)}
          {month.marketplace && `, ${marketplaceName(month.marketplace)}`}, and of its orders.{' '}
          <Link to="/admin/holds" className="link">
            Show all
          </Link>
        </p>
      )}
      <HoldList
        which={{ state, ...month }}
        none={
          <EmptyState title={state === 'standing' ? 'Nothing is held' : 'No hold has ended'}>
            A creator, an order or a month can be held, with a reason that the creators read.
          </EmptyState>
        }
      />
      {isAsking && <SetHold onClose={() => setAsking(false)} />}
    </AdminScreen>
  )
}
