import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import { useApi } from '../../use-api.ts'
import { type TrackingId, trackingIdsQuery } from '../admin-queries.ts'
import { AdminList } from '../parts/admin-list.tsx'
import { AdminScreen } from '../parts/admin-screen.tsx'
import { ListSearch } from '../parts/list-search.tsx'
import { MatchingNotice } from '../parts/matching-notice.tsx'
import { TrackingIdRow } from './tracking-id-row.tsx'

const AddTrackingId = lazy(() => import('./add-tracking-id.tsx'))
const EndTrackingId = lazy(() => import('./end-tracking-id.tsx'))
const RemoveTrackingId = lazy(() => import('./remove-tracking-id.tsx'))

type Asked = { for: 'add' } | { for: 'end' | 'remove'; tracking: TrackingId }

/** Which creator each tracking id stands for, and when (decisions: Matching). */
export function TrackingIdsPage() {
  const [q, setQ] = useState('')
  const query = useInfiniteQuery(trackingIdsQuery(useApi(), q))
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  return (
    <AdminScreen title="Tracking IDs" subtitle="An order that came by one is its creator’s">
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
        <ListSearch
          label="Search tracking IDs"
          placeholder="Tracking ID or @creator"
          maxLength={100}
          asked={q}
          onAsk={setQ}
        />
        <Button className="max-sm:order-first" variant="primary" onClick={() => setAsked({ for: 'add' })}>
          Add a tracking ID
        </Button>
      </div>
      <div className="py-4 empty:pb-0">
        <MatchingNotice />
      </div>
      <AdminList
        what="tracking IDs"
        query={query}
        keyOf={({ id }) => id}
        empty={<NoTrackingIds isSearch={q !== ''} />}
      >
        {(tracking) => (
          <TrackingIdRow
            tracking={tracking}
            onEnd={() => setAsked({ for: 'end', tracking })}
            onRemove={() => setAsked({ for: 'remove', tracking })}
          />
        )}
      </AdminList>
      <Suspense>
        {asked?.for === 'add' && <AddTrackingId onClose={close} />}
        {asked?.for === 'end' && <EndTrackingId tracking={asked.tracking} onClose={close} />}
        {asked?.for === 'remove' && <RemoveTrackingId tracking={asked.tracking} onClose={close} />}
      </Suspense>
    </AdminScreen>
  )
}

type NoTrackingIdsProps = { isSearch: boolean }

const NoTrackingIds = ({ isSearch }: NoTrackingIdsProps) =>
  isSearch ? (
    <EmptyState title="No tracking IDs found">
      Try the beginning of a tracking ID, or a creator’s whole username.
    </EmptyState>
  ) : (
    <EmptyState title="No tracking IDs yet">
      Give a creator one of your Associates tracking IDs, and orders that came by it are theirs.
    </EmptyState>
  )
