import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { marketplaceName } from '../../../shared/amazon/marketplaces.ts'
import { dayText } from '../../../shared/dates/date-text.ts'
import { pagesOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { Button } from '../../ui/button/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { TrackingId } from '../answers.ts'
import { AdminList } from '../parts/admin-list.tsx'
import { AdminScreen } from '../parts/admin-screen.tsx'
import type { Column } from '../parts/admin-table.tsx'
import { ListSearch } from '../parts/list-search.tsx'
import { MatchingNotice } from '../runs/run-progress.tsx'

const AddTrackingId = lazyPart(() => import('./add-tracking-id.tsx'))
const EndTrackingId = lazyPart(() => import('./end-tracking-id.tsx'))
const RemoveTrackingId = lazyPart(() => import('./remove-tracking-id.tsx'))

type Asked = { for: 'add' } | { for: 'end' | 'remove'; tracking: TrackingId }

/** The tracking ids with their creators and days (docs/product/admin.md#tracking-ids). */
export function TrackingIdsPage() {
  const [q, setQ] = useState('')
  const query = useInfiniteQuery(
    pagesOf(useApi(), 'GET /api/v1/admin/tracking-ids', { query: { q: q || undefined } }),
  )
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  return (
    <AdminScreen subtitle="Orders with a creator’s tracking ID are theirs" width="full">
      <div className="grid gap-3 sm:grid-cols-[minmax(0,30rem)_auto] sm:justify-between">
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
        columns={columnsOf((asked, tracking) => setAsked({ for: asked, tracking }))}
      >
        {(tracking) => (
          <TrackingIdRow
            tracking={tracking}
            onEnd={() => setAsked({ for: 'end', tracking })}
            onRemove={() => setAsked({ for: 'remove', tracking })}
          />
        )}
      </AdminList>
      {asked?.for === 'add' && <AddTrackingId onClose={close} />}
      {asked?.for === 'end' && <EndTrackingId tracking={asked.tracking} onClose={close} />}
      {asked?.for === 'remove' && <RemoveTrackingId tracking={asked.tracking} onClose={close} />}
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
      Give a creator one of your Associates tracking IDs, and orders with it are theirs.
    </EmptyState>
  )

type TrackingIdRowProps = { tracking: TrackingId; onEnd: () => void; onRemove: () => void }

/** A tracking id: its creator, its marketplace, its first and last day. */
function TrackingIdRow({ tracking, onEnd, onRemove }: TrackingIdRowProps) {
  const { tag, creator, marketplace, note } = tracking
  return (
    <div className="grid gap-x-4 gap-y-2 p-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="min-w-0">
        <p className="text-small font-semibold break-all">{tag}</p>
        <p className="num text-caption text-ink-2">
          {[ownerText(creator), marketplaceName(marketplace), daysText(tracking)].join(' · ')}
        </p>
        {note && (
          <p dir="auto" className="line-clamp-3 text-caption text-ink-3">
            {note}
          </p>
        )}
      </div>
      <RowButtons tracking={tracking} onEnd={onEnd} onRemove={onRemove} />
    </div>
  )
}

function RowButtons({ tracking: { tag, valid_to }, onEnd, onRemove }: TrackingIdRowProps) {
  return (
    <div className="flex gap-2">
      <Button size="sm" onClick={onEnd}>
        {valid_to ? 'Change end' : 'End'}
        <span className="sr-only"> of {tag}</span>
      </Button>
      <Button size="sm" onClick={onRemove}>
        Remove<span className="sr-only"> {tag}</span>
      </Button>
    </div>
  )
}

/** The same as columns. */
const columnsOf = (ask: (asked: 'end' | 'remove', tracking: TrackingId) => void): Column<TrackingId>[] => [
  { name: 'Tracking ID', of: ({ tag }) => tag },
  { name: 'Creator', of: ({ creator }) => ownerText(creator) },
  { name: 'Marketplace', of: ({ marketplace }) => marketplaceName(marketplace) },
  { name: 'Days', of: (tracking) => <span className="num">{daysText(tracking)}</span> },
  {
    name: 'Note',
    isWide: true,
    of: ({ note }) => (
      <bdi title={note ?? undefined} className="text-ink-3">
        {note}
      </bdi>
    ),
  },
  {
    name: 'Change',
    isEnd: true,
    of: (tracking) => (
      <RowButtons
        tracking={tracking}
        onEnd={() => ask('end', tracking)}
        onRemove={() => ask('remove', tracking)}
      />
    ),
  },
]

const ownerText = ({ username }: TrackingId['creator']) =>
  username ? `@${username}` : 'Someone who has left'

const daysText = ({ valid_from, valid_to }: TrackingId) =>
  valid_to ? `${dayText(valid_from)} until ${dayText(valid_to)}` : `since ${dayText(valid_from)}`
