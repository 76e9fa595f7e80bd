import {
  type InfiniteData,
  type QueryClient,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Api } from '../../api/client.ts'
import { newestInboxKey, ownCategoriesKey, ownProductsKey } from '../../api/queries.ts'
import { useApi } from '../../api/use-api.ts'
import type { OwnCategories, OwnCategory } from '../../item/own-categories.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { itemCount, missedText, movedText } from '../count-texts.ts'
import type { OwnPage } from '../list/use-own-list.ts'

type Move = { ids: string[]; category: Pick<OwnCategory, 'id' | 'slug'> }

const moving = ['own', 'move']
const failure = 'Failed to move items. Please try again.'

/**
 * Moves items from the Inbox to a category. They leave the list while that is under way (`leaving`), and come back when
 * it failed; `onFailed` gets them, so that they can be chosen again. The toast offers to undo a move.
 */
export function useMove(onFailed: (ids: string[]) => void) {
  const api = useApi()
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationKey: moving,
    networkMode: 'always',
    mutationFn: ({ ids, category }: Move) =>
      api('POST /api/v1/me/inbox/assign', { body: { product_ids: ids, category_id: category.id } }),
    onSuccess: async ({ moved, product_ids }, { ids, category }) => {
      await dropFromInbox(client, ids)
      countMoved(client, category.id, moved)
      void toast.success(movedText(moved), {
        description: missedText(ids.length, moved),
        ...(moved > 0 && {
          action: { label: 'Undo', onPress: () => void undo(api, client, { ids: product_ids, category }) },
        }),
      })
      void refreshAround(client, category.slug)
    },
    onError: (_error, { ids }) => {
      onFailed(ids)
      void toast.error(failure)
    },
  })
  return { move: mutate, isMoving: isPending, leaving: useLeaving() }
}

/** The ids of the items being moved now. */
function useLeaving(): Set<string> {
  const moves = useMutationState({
    filters: { mutationKey: moving, status: 'pending' },
    select: (mutation) => mutation.state.variables as Move,
  })
  return useMemo(() => new Set(moves.flatMap(({ ids }) => ids)), [moves])
}

/** Removes moved items from every cached list of the Inbox, without loading the lists again. */
async function dropFromInbox(client: QueryClient, ids: string[]) {
  // An answer still on its way may contain them.
  await client.cancelQueries({ queryKey: ownProductsKey('inbox') })
  const gone = new Set(ids)
  client.setQueriesData<InfiniteData<OwnPage>>(
    { queryKey: ownProductsKey('inbox') },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({ ...page, items: page.items.filter(({ id }) => !gone.has(id)) })),
      },
  )
}

function countMoved(client: QueryClient, categoryId: string, moved: number) {
  client.setQueryData<OwnCategories>(
    ownCategoriesKey,
    (known) =>
      known && {
        ...known,
        inbox_count: Math.max(0, known.inbox_count - moved),
        items: known.items.map((category) =>
          category.id === categoryId
            ? { ...category, product_count: category.product_count + moved }
            : category,
        ),
      },
  )
}

/** Loads tiles, counts and the category's list again after a move. */
function refreshAround(client: QueryClient, slug: string) {
  const keys = [ownCategoriesKey, newestInboxKey, ownProductsKey(slug)]
  return Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
}

async function undo(api: Api, client: QueryClient, { ids, category }: Move): Promise<void> {
  try {
    const { moved } = await api('POST /api/v1/me/inbox/return', {
      body: { product_ids: ids, category_id: category.id },
    })
    void toast.success(`Moved ${itemCount(moved)} back to the Inbox`)
  } catch {
    const again = { label: 'Try again', onPress: () => void undo(api, client, { ids, category }) }
    void toast.error(failure, { action: again })
  }
  await Promise.all([
    client.invalidateQueries({ queryKey: ownProductsKey('inbox') }),
    refreshAround(client, category.slug),
  ])
}
