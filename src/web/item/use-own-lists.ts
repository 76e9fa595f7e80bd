import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { productQuery } from '../queries.ts'
import { queryClient } from '../query-client.tsx'
import { useApi } from '../use-api.ts'
import type { Item } from './form/item-fields.ts'
import { dropFromOwnLists, showNewInOwnLists, updateOwnLists } from './own-lists.ts'

/** Takes over an item as its saving answered it: its page and the person's lists show it at once. */
export function useCacheItem(userId: string): (item: Item) => void {
  const api = useApi()
  const client = useQueryClient()
  const router = useRouter()
  return (item) => {
    client.setQueryData(productQuery(api, item.id, userId).queryKey, item)
    updateOwnLists(client, item)
    // Public pages show it, too.
    void router.invalidate()
  }
}

/** Takes deleted items out of the person's lists; other pages are asked for again when they are opened. */
export function useDropItems(): (...productIds: string[]) => void {
  const client = useQueryClient()
  const router = useRouter()
  return (...productIds) => {
    dropFromOwnLists(client, productIds)
    router.clearCache()
  }
}

/** For an item that turned out to be deleted elsewhere: its own page, if that is the one around, says so from now on. */
export function useLeaveGone(): (productId: string) => void {
  const drop = useDropItems()
  const router = useRouter()
  return (productId) => {
    drop(productId)
    void router.invalidate()
  }
}

/** Own lists and the page around hold more after a post: gives what makes them show it. */
export function useRefreshLists(): () => Promise<void> {
  const api = useApi()
  const router = useRouter()
  return useCallback(async () => {
    await showNewInOwnLists(queryClient(), api)
    await router.invalidate()
  }, [api, router])
}
