import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { productQuery } from '../api/queries.ts'
import { queryClient } from '../api/query-client.tsx'
import { useApi } from '../api/use-api.ts'
import type { Item } from './form/item-fields.ts'
import { dropFromOwnLists, showNewInOwnLists, updateOwnLists } from './own-lists.ts'

/** Puts a saved item into the cache: its page and the person's lists show it at once. */
export function useCacheItem(userId: string): (item: Item) => void {
  const api = useApi()
  const client = useQueryClient()
  const router = useRouter()
  return (item) => {
    client.setQueryData(productQuery(api, item.id, userId).queryKey, item)
    updateOwnLists(client, item)
    // Public pages show it too.
    void router.invalidate()
  }
}

/** Removes deleted items from the person's lists; other pages load again when they are opened. */
export function useDropItems(): (...productIds: string[]) => void {
  const client = useQueryClient()
  const router = useRouter()
  return (...productIds) => {
    dropFromOwnLists(client, productIds)
    router.clearCache()
  }
}

/** For an item that was found to be deleted elsewhere: if the present page is its own, the page then says so. */
export function useLeaveGone(): (productId: string) => void {
  const drop = useDropItems()
  const router = useRouter()
  return (productId) => {
    drop(productId)
    void router.invalidate()
  }
}

/** Returns a function that updates the person's lists and the present page after publishing. */
export function useRefreshLists(): () => Promise<void> {
  const api = useApi()
  const router = useRouter()
  return useCallback(async () => {
    await showNewInOwnLists(queryClient(), api)
    await router.invalidate()
  }, [api, router])
}
