import { useQuery } from '@tanstack/react-query'
import { isUsername } from '../../../shared/username.ts'
import type { Api } from '../../api/client.ts'
import { queryOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { useSettled } from '../../browser/use-settled.ts'

/** Username availability (docs/product/profile.md#username); `unknown` when it could not be looked up. */
export type UsernameStatus = 'idle' | 'checking' | 'taken' | 'invalid' | 'available' | 'unknown'

const unusable: UsernameStatus[] = ['checking', 'taken', 'invalid']

/** Whether a username may be sent. One that could not be looked up may: the server decides. */
export const isUsable = (status: UsernameStatus): boolean => !unusable.includes(status)

/** How long typing must pause before the look-up, in milliseconds (docs/product/profile.md#username). */
const settleMs = 400

/** Never cached: a name may be taken at any moment. */
const usernameQuery = (api: Api, username: string) => ({
  ...queryOf(api, 'GET /api/v1/usernames/:username', { params: { username } }),
  staleTime: 0,
  gcTime: 0,
  retry: false,
})

/**
 * Whether the typed username is available. Answers are cached by name, so that an answer about an earlier name is never
 * shown for this one.
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
