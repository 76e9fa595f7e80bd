import { useQuery } from '@tanstack/react-query'
import { isUsername } from '../../../shared/username.ts'
import { useSettled } from '../../browser/use-settled.ts'
import type { Api } from '../../client.ts'
import { useApi } from '../../use-api.ts'

/** Username availability (docs/product/profile.md#username); `unknown` when it could not be looked up. */
export type UsernameStatus = 'idle' | 'checking' | 'taken' | 'invalid' | 'available' | 'unknown'

const unusable: UsernameStatus[] = ['checking', 'taken', 'invalid']

/** Whether a username may be sent: one that could not be looked up is the server's to judge. */
export const isUsable = (status: UsernameStatus): boolean => !unusable.includes(status)

/** How long after the last letter it is asked (docs/product/profile.md#username). */
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
