import { ApiError } from '../client.ts'
import { offlineMessage } from './offline.ts'
import { loadAuthClient, readStoredSession } from './session.ts'

const offline = () => new ApiError(0, 'network', offlineMessage)

/**
 * The current access token, refreshed if need be; null when nobody is signed in. Rejects with ApiError when a
 * token is needed and cannot be renewed just now: going on as a stranger would answer something else.
 */
export async function accessToken(): Promise<string | null> {
  if (!readStoredSession()) return null
  const client = await loadAuthClient().catch(() => {
    throw offline()
  })
  const { data, error } = await client.getSession()
  if (error?.name === 'AuthRetryableFetchError')
    throw error.status ? new ApiError(error.status, 'unavailable', error.message) : offline()
  return data.session?.access_token ?? null
}
