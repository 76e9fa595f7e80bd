import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { queryOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { counted } from '../../format/count-text.ts'
import { CollectionScreen } from '../../my-folio/collection-screen.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Icon, LineIcon } from '../../ui/button/icon.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/empty-or-failed.tsx'
import { LoadingSkeleton, Skeleton } from '../../ui/feedback/loading.tsx'
import { lazyDialog } from '../../ui/lazy-part.tsx'
import { ListCardFace } from '../list-card.tsx'
import { listGridClass } from '../list-grid-class.ts'
import { lookSign } from '../signs.ts'
import type { OwnListCard } from './own-list-data.ts'

const NewListDialog = lazyDialog(async () => ({
  default: (await import('./new-list-dialog.tsx')).NewListDialog,
}))

/** The person's lists and looks (docs/product/lists-screens.md#my-lists). */
export function OwnListsPage() {
  const query = useQuery(queryOf(useApi(), 'GET /api/v1/me/lists'))
  const lists = query.data?.items
  return (
    <CollectionScreen
      title="Lists"
      subtitle="Things together, in your order: yours, and what others found"
      width="wide"
    >
      {query.isPending && <ListsSkeleton />}
      {query.isError && !lists && (
        <ErrorState
          message="Failed to load lists"
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {lists && (lists.length > 0 ? <Lists lists={lists} /> : <NoLists />)}
    </CollectionScreen>
  )
}

type ListsProps = { lists: readonly OwnListCard[] }

function Lists({ lists }: ListsProps) {
  return (
    <div className="stack gap-5">
      <NewOnes />
      <div className={`${listGridClass} min-[80rem]:grid-cols-4`}>
        {lists.map((list) => (
          <ListCardFace
            key={list.id}
            list={list}
            level={2}
            note={
              <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                {counted(list.items_count, 'thing')}
                <Badge tone={list.hidden ? 'waiting' : list.is_public ? 'good' : 'neutral'}>
                  {list.hidden ? 'Hidden' : list.is_public ? 'Public' : 'Private'}
                </Badge>
              </span>
            }
          >
            {(title) => (
              <Link to="/my-folio/lists/$id" params={{ id: list.id }} className="card-link">
                {title}
              </Link>
            )}
          </ListCardFace>
        ))}
      </div>
    </div>
  )
}

function NewOnes() {
  const [kind, make] = useState<'list' | 'look' | null>(null)
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="ink" onClick={() => make('list')}>
        <Icon name="add" />
        New list
      </Button>
      <Button onClick={() => make('look')}>
        <LineIcon path={lookSign} />
        New look
      </Button>
      {kind && <NewListDialog kind={kind} onClose={() => make(null)} />}
    </div>
  )
}

const NoLists = () => (
  <EmptyState title="No lists yet" action={<NewOnes />}>
    A list holds things together; a look is a photo whose things can be shopped.
  </EmptyState>
)

const boxes = [0, 1, 2, 3]

const ListsSkeleton = () => (
  <LoadingSkeleton label="Loading lists" className={`${listGridClass} min-[80rem]:grid-cols-4`}>
    {boxes.map((box) => (
      <div key={box} className="grid gap-2.5">
        <Skeleton className="aspect-4/3 rounded-lg" />
        <Skeleton className="h-5 w-3/4 rounded-xs" />
      </div>
    ))}
  </LoadingSkeleton>
)
