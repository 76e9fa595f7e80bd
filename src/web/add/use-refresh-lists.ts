import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { showNewInOwnLists } from '../item/own-lists.ts'
import { queryClient } from '../query-client.tsx'
import { useApi } from '../use-api.ts'

/** Own lists and the page around hold more after a post: gives what makes them show it. */
export function useRefreshLists(): () => Promise<void> {
  const api = useApi()
  const router = useRouter()
  return useCallback(async () => {
    await showNewInOwnLists(queryClient(), api)
    await router.invalidate()
  }, [api, router])
}
