import { useRouter } from '@tanstack/react-router'
import { useReconnect } from '../browser/connection.ts'

/** The address that was asked for again last. */
let askedAgain = ''

/**
 * For what stands in for a page that could not be shown: asks for it again, also by itself when the connection has
 * returned. `isAgain` when it was asked for again already, and in vain.
 */
export function useRetry(reset: () => void) {
  const router = useRouter()
  const { href } = router.latestLocation
  function retry() {
    askedAgain = href
    reset()
    void router.invalidate()
  }
  useReconnect(retry)
  return { retry, isAgain: askedAgain === href }
}
