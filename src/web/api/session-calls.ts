import { isAway, offlineMessage } from '../browser/connection.ts'
import { loadAuthClient, readStoredSession, recheckSession } from '../session/session.ts'
import { type Api, ApiError } from './client.ts'

const offline = () => new ApiError(0, 'network', offlineMessage)

/**
 * The current access token, renewed if it has expired; null when nobody is signed in. Rejects with ApiError when a
 * token is needed and cannot be renewed just now: a call without one would be answered as a visitor's. It is the stored
 * one, at once, with `isParting` and while the server is out of reach: the client would try for half a minute to renew
 * it.
 */
export async function accessToken(isParting = false): Promise<string | null> {
  const stored = readStoredSession()
  if (!stored) return null
  if (isParting || isAway()) return stored.access_token ?? null
  const client = await loadAuthClient().catch(() => {
    throw offline()
  })
  const { data, error } = await client.getSession()
  if (error?.name === 'AuthRetryableFetchError')
    throw error.status ? new ApiError(error.status, 'unavailable', error.message) : offline()
  return data.session?.access_token ?? null
}

let isRechecking = false

/**
 * The same calls; when one is refused because of a missing session, the session is checked, so that the app notices an
 * end elsewhere.
 */
export function noticingRefusals(api: Api): Api {
  const call: Api = async (name, ...rest) => {
    try {
      return await api(name, ...rest)
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) recheckOnce()
      throw error
    }
  }
  return call
}

/** Several refusals at once make one check. A check that fails now is made at the next refusal. */
function recheckOnce() {
  if (isRechecking) return
  isRechecking = true
  recheckSession()
    .catch(() => {})
    .finally(() => {
      isRechecking = false
    })
}
