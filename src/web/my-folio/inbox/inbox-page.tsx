import { useEffect, useMemo, useRef, useState } from 'react'
import { useApi } from '../../api/use-api.ts'
import { AddButton } from '../../app/add-button.tsx'
import { useChosen } from '../../browser/use-chosen.ts'
import type { OwnCategories } from '../../item/own-categories.ts'
import { productRowsClass } from '../../look/list-skeletons.tsx'
import { inboxArt } from '../../ui/feedback/drawings.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/empty-or-failed.tsx'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { CollectionScreen } from '../collection-screen.tsx'
import { useOwnList } from '../list/use-own-list.ts'
import { AddToList } from '../selecting/add-to-list.tsx'
import { DeleteSelected } from '../selecting/delete-selected.tsx'
import { SelectableList } from '../selecting/selectable-list.tsx'
import { useRemoval } from '../selecting/use-removal.ts'
import { WithCategories } from '../with-categories.tsx'
import { MoveTo } from './move-to.tsx'
import { useMove } from './use-move.ts'

/** Items without a category, to be moved into one (docs/product/my-folio.md#inbox). */
export function InboxPage() {
  return (
    <CollectionScreen title="Inbox" width="wide">
      <WithCategories waiting={<InboxSkeleton />}>
        {(categories) => <Inbox categories={categories} />}
      </WithCategories>
    </CollectionScreen>
  )
}

type InboxProps = { categories: OwnCategories }

function Inbox({ categories }: InboxProps) {
  const { query, items, entry } = useOwnList('inbox')
  const ids = useMemo(() => items?.map(({ id }) => id) ?? [], [items])
  const selection = useInboxSelection(ids)
  const { move, isMoving, leaving } = useMove(selection.chooseAgain)
  const { remove, removing } = useRemoval(selection.chooseAgain)
  const staying = useMemo(
    () => items?.filter(({ id }) => !leaving.has(id) && !removing.has(id)),
    [items, leaving, removing],
  )
  const isEmpty = staying?.length === 0 && !query.hasNextPage
  useFocusWhenEmptied(isEmpty)
  if (query.isPending) return <InboxSkeleton />
  if (!staying) {
    return (
      <ErrorState
        message="Failed to load products"
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  if (isEmpty)
    return (
      <EmptyState art={inboxArt} title="Inbox is empty" action={<AddButton>Add product</AddButton>}>
        What you post without a category waits here until you sort it.
      </EmptyState>
    )
  const total = Math.max(categories.inbox_count - leaving.size - removing.size, staying.length)
  return (
    <SelectableList
      items={staying}
      total={total}
      query={query}
      positionKey={`${entry} inbox`}
      from="/inbox"
      selection={selection}
      all={{ isAsking: selection.isAsking, onAll: () => void selection.chooseAll() }}
      isBusy={isMoving}
    >
      <MoveTo
        categories={categories.items}
        isMoving={isMoving}
        onMove={(category) => {
          move({ ids: [...selection.chosen], category })
          selection.clear()
        }}
      />
      <AddToList chosen={selection.chosen} />
      <DeleteSelected
        chosen={selection.chosen}
        onDelete={(chosen) => {
          selection.clear()
          remove(chosen)
        }}
      />
    </SelectableList>
  )
}

/** The list's head disappears with the last item: the focus moves to the page's main part. */
function useFocusWhenEmptied(isEmpty: boolean) {
  const wasEmpty = useRef(true)
  useEffect(() => {
    const isLost = document.activeElement === document.body
    if (isEmpty && !wasEmpty.current && isLost) document.getElementById('main')?.focus()
    wasEmpty.current = isEmpty
  }, [isEmpty])
}

const rows = [0, 1, 2, 3, 4, 5]

/** Placeholder boxes while the Inbox loads. */
function InboxSkeleton() {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">Loading products</span>
      <div aria-hidden="true">
        <div className="flex min-h-13 items-center gap-3.5 px-3 lg:min-h-19">
          <Skeleton className="size-6 rounded-[7px]" />
          <Skeleton className="h-4 w-20 rounded-xs" />
        </div>
        <div className={productRowsClass.page}>
          {rows.map((row) => (
            <div key={row} className="flex items-center gap-3 p-3">
              <Skeleton className="size-6 shrink-0 rounded-[7px]" />
              <Skeleton className="size-14 shrink-0 rounded-md" />
              <div className="grid flex-1 gap-1.5">
                <Skeleton className="h-3.5 w-3/5 rounded-xs" />
                <Skeleton className="h-3 w-1/4 rounded-xs" />
              </div>
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

/** The chosen items of the Inbox; `ids` are the listed ones. Choosing all may choose more than are listed. */
export function useInboxSelection(ids: readonly string[]) {
  const api = useApi()
  const { choose, ...selection } = useChosen(ids)
  const [isAsking, setAsking] = useState(false)

  /** Chooses all items of the Inbox, as the server lists them now. */
  async function chooseAll(): Promise<void> {
    if (isAsking) return
    setAsking(true)
    try {
      const all = await api('GET /api/v1/me/inbox/ids')
      choose(all.ids)
    } catch {
      void toast.error('Error', { description: 'Failed to load products' })
    } finally {
      setAsking(false)
    }
  }

  return { ...selection, isAsking, chooseAll }
}
