import type { FastifyBaseLogger } from 'fastify'

/**
 * Runs `work` now and then every `intervalMs`, one run at a time. A failed run is logged, and the next comes as
 * planned. Returns how to stop, which waits for a run that is under way.
 */
export function repeat(
  work: () => Promise<unknown>,
  intervalMs: number,
  log: FastifyBaseLogger,
): () => Promise<void> {
  let running = Promise.resolve()
  const run = () => {
    running = running.then(work).then(
      () => {},
      (err: unknown) => log.warn({ err }, 'upkeep failed; it is tried again later'),
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
