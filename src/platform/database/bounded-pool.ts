import pg from 'pg'
import { Refused } from '../http/refused.ts'
import { poolWaitSeconds } from '../metrics/counts.ts'

type Callback = Parameters<pg.Pool['connect']>[0]

/** How many may wait for a connection at a time. That many short statements are served within milliseconds. */
const maxWaiting = 500
/** Once the first has waited for this long, another would wait as long, and probably in vain. */
const patienceMs = 3_000

/**
 * A pool with a bounded queue (decision 71): it throws {@link Refused} at once if too many wait or the queue does not
 * move, and later if a waiting caller gets no connection in time.
 */
export class BoundedPool extends pg.Pool {
  /** When each began to wait, in order of arrival. */
  readonly #waiting = new Set<{ since: number }>()

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    if (!callback)
      return new Promise((resolve, reject) =>
        this.connect((error, client) => (client ? resolve(client) : reject(error))),
      )
    if (this.#isBusy()) {
      process.nextTick(callback, new Refused('pool'), undefined, () => {})
      return undefined
    }
    const wait = { since: performance.now() }
    this.#waiting.add(wait)
    const stopTimer = poolWaitSeconds.startTimer()
    super.connect((error, ...rest) => {
      this.#waiting.delete(wait)
      stopTimer()
      const isOfLine = error?.message === 'timeout exceeded when trying to connect'
      callback(isOfLine ? new Refused('pool', error) : error, ...rest)
    })
    return undefined
  }

  #isBusy(): boolean {
    const [first] = this.#waiting
    if (!first) return false
    return this.#waiting.size >= maxWaiting || performance.now() - first.since > patienceMs
  }
}
