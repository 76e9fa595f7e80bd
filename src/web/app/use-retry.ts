import { useRouter } from '@tanstack/react-router'
import { useReconnect } from '../browser/connection.ts'

/** The address that was retried last. */
let askedAgain = ''

/**
 * Retries a failed page, also by itself when the connection returns. `isAgain` is true if the same address was already
 * retried in vain.
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
