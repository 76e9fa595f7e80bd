import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { maxPinned } from '../../../shared/collection.ts'
import { ApiError } from '../../api/client.ts'
import { ownCategoriesQuery } from '../../api/queries.ts'
import { useApi } from '../../api/use-api.ts'
import type { OwnCategory } from '../../item/own-categories.ts'
import { toast } from '../../ui/feedback/toast.ts'

type Pin = { id: string; isPinned: boolean }

const pinning = ['own', 'pin']
const failure = 'Failed to update category preference'
const tooMany = `You can pin at most ${maxPinned} categories. Unpin one first.`

/**
 * The categories with their pins as they will be after the changes under way; a failed change is reverted, with a
 * message (docs/product/my-folio.md#manage-categories).
 */
export function usePins(stored: OwnCategory[]) {
  const pending = usePending()
  const { mutate, isUnderWay } = usePinning()
  const categories = stored.map((category) => ({
    ...category,
    is_pinned: pending.get(category.id) ?? category.is_pinned,
    busy: pending.has(category.id),
  }))
  const pinnedCount = categories.filter((category) => category.is_pinned).length

  function toggle(id: string, isPinned: boolean) {
    if (isUnderWay(id)) return
    if (isPinned && pinnedCount >= maxPinned) void toast.error(failure, { description: tooMany })
    else mutate({ id, isPinned })
  }
  return { categories, pinnedCount, toggle }
}

/** The changes under way: the wanted pin by category id. */
function usePending(): Map<string, boolean> {
  const pins = useMutationState({
    filters: { mutationKey: pinning, status: 'pending' },
    select: (mutation) => mutation.state.variables as Pin,
  })
  return new Map(pins.map(({ id, isPinned }) => [id, isPinned]))
}

function usePinning() {
  const api = useApi()
  const client = useQueryClient()
  const { queryKey } = ownCategoriesQuery(api)
  const { mutate } = useMutation({
    mutationKey: pinning,
    networkMode: 'always',
    mutationFn: ({ id, isPinned }: Pin) =>
      api('PUT /api/v1/me/categories/:category_id', {
        params: { category_id: id },
        body: { is_pinned: isPinned },
      }),
    // An answer still on its way may lack this change or the one before.
    onMutate: () => client.cancelQueries({ queryKey }),
    onSuccess: (answer) => {
      client.setQueryData(
        queryKey,
        (known) =>
          known && {
            ...known,
            items: known.items.map((category) =>
              category.id === answer.category_id ? { ...category, is_pinned: answer.is_pinned } : category,
            ),
          },
      )
      void toast.success(`Category ${answer.is_pinned ? 'pinned' : 'unpinned'} successfully`)
    },
    onError: (error) => {
      const refused = error instanceof ApiError && error.status < 500
      void toast.error(failure, refused ? { description: error.message } : {})
    },
    // The last of several changes loads the result.
    onSettled: () => {
      if (client.isMutating({ mutationKey: pinning }) === 1) void client.invalidateQueries({ queryKey })
    },
  })
  /**
   * Read from the cache, which is updated before the page renders again: the second press of a double click comes
   * sooner.
   */
  const isUnderWay = (id: string) =>
    client.isMutating({
      mutationKey: pinning,
      predicate: ({ state }) => (state.variables as Pin | undefined)?.id === id,
    }) > 0
  return { mutate, isUnderWay }
}
