import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { queryOf } from '../../api/query.ts'
import { QueryScope } from '../../api/query-client.tsx'
import { useApi } from '../../api/use-api.ts'
import { EmptyState, ErrorState } from '../../ui/feedback/empty-or-failed.tsx'
import { Spinner } from '../../ui/feedback/loading.tsx'
import { prepareToasts } from '../../ui/feedback/toast.ts'
import type { ListData } from '../list-data.ts'
import { ListEditor } from './list-editor.tsx'
import { ListStanding } from './list-standing.tsx'
import { listOf, ownListQuery } from './own-list-query.ts'

type OwnListOnPageProps = { list: ListData; isEditing: boolean; onEdit: (isEditing: boolean) => void }

/** What the owner sees above their public list, and its editor in its place. Loaded lazily. */
export const OwnListOnPage = ({ list, ...editing }: OwnListOnPageProps) => (
  <QueryScope>
    <OwnList id={list.id} {...editing} />
  </QueryScope>
)

type OwnListBySlugProps = { slug: string; missing: ReactNode }

/** One's own list at its address, where it is not public. Loaded lazily. */
export const OwnListBySlug = (props: OwnListBySlugProps) => (
  <QueryScope>
    <Found {...props} />
  </QueryScope>
)

function Found({ slug, missing }: OwnListBySlugProps) {
  const lists = useQuery(queryOf(useApi(), 'GET /api/v1/me/lists'))
  const list = lists.data?.items.find((one) => one.slug === slug)
  if (!list) return missing
  return (
    <div className="pt-4 lg:pt-0">
      <OwnList id={list.id} isEditing />
    </div>
  )
}

type OwnListProps = {
  id: string
  isEditing: boolean
  /** Given where the page shows the list as others see it, too. */
  onEdit?: (isEditing: boolean) => void
}

/** One's own list: how it stands, and its editor (docs/product/lists-screens.md#editing). */
export function OwnList({ id, isEditing, onEdit }: OwnListProps) {
  const query = useInfiniteQuery(ownListQuery(useApi(), id))
  const known = query.data && listOf(query.data)
  useEffect(prepareToasts, [])
  if (query.isPending)
    return (
      <div className="grid justify-items-center py-10">
        <Spinner size="md" label="Loading list" />
      </div>
    )
  if (!known) return <NotThere query={query} />
  return (
    <div className="stack gap-6 pb-6">
      <ListStanding list={known.list} items={known.items} isEditing={isEditing} onEdit={onEdit} />
      {isEditing && <ListEditor key={id} {...known} query={query} />}
    </div>
  )
}

type NotThereProps = { query: { error: Error | null; isFetching: boolean; refetch: () => unknown } }

function NotThere({ query }: NotThereProps) {
  const isGone = (query.error as { code?: string } | null)?.code === 'not_found'
  if (isGone) return <EmptyState title="List not found">It has been deleted.</EmptyState>
  return (
    <ErrorState
      message="Failed to load list"
      retrying={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  )
}
