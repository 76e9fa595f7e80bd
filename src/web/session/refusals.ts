import { type Api, ApiError } from '../client.ts'
import { recheckSession } from './session.ts'

let isRechecking = false

/**
 * The same calls; but when one is refused for want of a session, it is looked whether the session was ended
 * elsewhere, so that the app follows.
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

/** Several refusals at once ask one question. What cannot be asked now is asked at the next refusal. */
function recheckOnce() {
  if (isRechecking) return
  isRechecking = true
  recheckSession()
    .catch(() => {})
    .finally(() => {
      isRechecking = false
    })
}
