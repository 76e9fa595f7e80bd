import { useQuery } from '@tanstack/react-query'
import { isUsername } from '../../shared/username.ts'
import { useSettled } from '../browser/use-settled.ts'
import type { Api } from '../client.ts'
import { useApi } from '../use-api.ts'

/** Username availability (spec section 4); `unknown` when it could not be looked up. */
export type UsernameStatus = 'idle' | 'checking' | 'taken' | 'invalid' | 'available' | 'unknown'

/** Debounce of spec section 9. */
const settleMs = 400

/** Never kept: a name may be taken in the next moment. */
const usernameQuery = (api: Api, username: string) => ({
  queryKey: ['username', username],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api('GET /api/v1/usernames/:username', { params: { username } }, { signal }),
  staleTime: 0,
  gcTime: 0,
  retry: false,
})

/**
 * Whether the username that is being typed could be one's own. Answers are kept by name, so that a late one about
 * an earlier name says nothing of this one.
 */
export function useUsernameStatus(username: string, own: string): UsernameStatus {
  const api = useApi()
  const settled = useSettled(username, settleMs)
  const asks = username !== own && isUsername(username)
  const isSettled = settled === username
  const lookup = useQuery({ ...usernameQuery(api, settled), enabled: asks && isSettled })
  if (username === own) return 'idle'
  if (!asks) return 'invalid'
  if (!isSettled || lookup.isFetching) return 'checking'
  return lookup.data?.status ?? 'unknown'
}
