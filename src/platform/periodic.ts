import type { FastifyBaseLogger } from 'fastify'
import { isDatabaseUnavailable } from './database/errors.ts'

/**
 * Runs `work` now and then every `intervalMs`, one run at a time. A failed run is logged, and the next comes as
 * planned; while the database is away only the first is. Returns how to stop, which waits for a run that is under way.
 */
export function repeat(
  work: () => Promise<unknown>,
  intervalMs: number,
  log: FastifyBaseLogger,
): () => Promise<void> {
  let running = Promise.resolve()
  let isAway = false
  const run = () => {
    running = running.then(work).then(
      () => {
        isAway = false
      },
      (err: unknown) => {
        const isKnown = isAway
        isAway = isDatabaseUnavailable(err)
        log[isKnown && isAway ? 'debug' : 'warn']({ err }, 'maintenance failed; it is tried again later')
      },
    )
  }
  run()
  const timer = setInterval(run, intervalMs)
  timer.unref()
  return () => {
    clearInterval(timer)
    return running
  }
}
