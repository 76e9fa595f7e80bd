import { type Api, ApiError } from '../../api/client.ts'

type LooseCall = (name: string, input: object, extras?: { signal?: AbortSignal }) => Promise<unknown>

/** The same calls, each aborted after `ms` milliseconds. */
export function withTimeout(api: Api, ms: number): Api {
  const call = api as LooseCall
  const timed: LooseCall = (name, input, extras = {}) => {
    const limit = AbortSignal.timeout(ms)
    const signal = extras.signal ? AbortSignal.any([extras.signal, limit]) : limit
    return call(name, input, { ...extras, signal })
  }
  return timed as Api
}

type Limits = {
  /** Aborts the waiting. */
  signal: AbortSignal
  /** Called when waiting begins, and when it is over. */
  onWait: (isWaiting: boolean) => void
}

const unknownWaitSeconds = 5
/** The longest wait in an open dialog, in seconds. */
const longestWaitSeconds = 120

/**
 * The same calls. One that was refused by a rate limit waits as long as the server said, with all later ones, and is
 * made again. Rejects when `signal` aborts the waiting, and at once where the wait would be too long.
 */
export function waitingOutLimits(api: Api, { signal, onWait }: Limits): Api {
  const call = api as LooseCall
  let goesOnAt = 0

  async function waitForTurn() {
    if (Date.now() >= goesOnAt) return
    onWait(true)
    while (Date.now() < goesOnAt) await pause(goesOnAt - Date.now(), signal)
    onWait(false)
  }

  const patient: LooseCall = async (name, input, extras) => {
    for (;;) {
      await waitForTurn()
      try {
        return await call(name, input, extras)
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'rate_limited') throw error
        const wait = error.retryAfter ?? unknownWaitSeconds
        if (wait > longestWaitSeconds) throw error
        goesOnAt = Date.now() + wait * 1000
      }
    }
  }
  return patient as Api
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(done, ms)
    function done() {
      signal.removeEventListener('abort', stop)
      resolve()
    }
    function stop() {
      clearTimeout(timer)
      reject(signal.reason)
    }
    signal.addEventListener('abort', stop, { once: true })
  })
}
