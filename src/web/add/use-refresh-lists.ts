import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { queryClient } from '../query.tsx'

/** Own lists, the feed and the own public page hold more after a post: gives what makes them load again. */
export function useRefreshLists(): () => Promise<void> {
  const router = useRouter()
  return useCallback(async () => {
    const client = queryClient()
    const keys = [['own'], ['feed'], ['profile']]
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
    await router.invalidate()
  }, [router])
}
