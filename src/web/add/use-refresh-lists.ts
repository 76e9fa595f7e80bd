import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { showNewInOwnLists } from '../item/own-lists.ts'
import { useApi } from '../product/use-api.ts'
import { queryClient } from '../query.tsx'

/** Own lists, the feed and the own public page hold more after a post: gives what makes them show it. */
export function useRefreshLists(): () => Promise<void> {
  const api = useApi()
  const router = useRouter()
  return useCallback(async () => {
    const client = queryClient()
    const keys = [['feed'], ['profile']]
    await Promise.all([
      showNewInOwnLists(client, api),
      ...keys.map((queryKey) => client.invalidateQueries({ queryKey })),
    ])
    await router.invalidate()
  }, [api, router])
}
