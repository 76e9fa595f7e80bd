import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { showNewInOwnLists } from '../item/own-lists.ts'
import { useApi } from '../product/use-api.ts'
import { queryClient } from '../query.tsx'

/** Own lists and the page around hold more after a post: gives what makes them show it. */
export function useRefreshLists(): () => Promise<void> {
  const api = useApi()
  const router = useRouter()
  return useCallback(async () => {
    await showNewInOwnLists(queryClient(), api)
    await router.invalidate()
  }, [api, router])
}
