import type { FastifyBaseLogger } from 'fastify'
import { isDatabaseUnavailable } from './database/errors.ts'

/**
 * Runs `work` every `intervalMs`, one run at a time. A failed run is logged, and the next comes as planned; while the
 * database is away only the first failure is logged. Returns a function that stops it and waits for a run under way.
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
