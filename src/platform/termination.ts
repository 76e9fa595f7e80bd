import type { FastifyBaseLogger } from 'fastify'

const patienceMs = 25_000

/** A signal that comes again so soon is the same wish: npm passes on what the terminal has sent to all. */
const sameWishMs = 2_000

/**
 * Returns a function that runs `steps` one after another, then ends the process: requests in flight are answered before
 * the database stops, and the log's last line says that all is done. Waiting for too long, or a second call, ends it at
 * once.
 */
export function createEnd(log: FastifyBaseLogger, steps: (() => Promise<unknown>)[]) {
  let ending = false
  return async (exitCode: number): Promise<void> => {
    if (ending) process.exit(exitCode || 1)
    ending = true
    setTimeout(() => process.exit(1), patienceMs).unref()
    for (const step of steps) await step().catch((err: unknown) => log.error({ err }, 'while stopping'))
    log.info('ended')
    process.exit(exitCode)
  }
}

/**
 * Ends the process on SIGTERM or SIGINT; at once if another comes more than two seconds after the first. Returns a
 * function that does the same as a first signal.
 */
export function onTermination(log: FastifyBaseLogger, steps: (() => Promise<unknown>)[]) {
  const end = createEnd(log, steps)
  let askedAt: number | undefined
  function stop() {
    const now = performance.now()
    if (askedAt !== undefined && now - askedAt < sameWishMs) return
    askedAt ??= now
    void end(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  return end
}
