import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { meQuery } from '../queries.ts'
import { useApi } from '../use-api.ts'
import type { Me } from './profile/profile-draft.ts'

/**
 * Takes over a profile as the server answered it: navigation and links show it at once, and pages that name the
 * person are asked for again when they are opened.
 */
export function useKeepProfile(): (me: Me) => Promise<void> {
  const client = useQueryClient()
  const router = useRouter()
  const { queryKey } = meQuery(useApi())
  return async (me) => {
    // An answer under way is older than this one.
    await client.cancelQueries({ queryKey, exact: true })
    await client.invalidateQueries({ refetchType: 'none' })
    client.setQueryData(queryKey, me)
    router.clearCache()
  }
}
