import type { FastifyBaseLogger } from 'fastify'

const patienceMs = 25_000

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

/** Ends the process on SIGTERM or SIGINT, at once on a second one. Returns a function that does the same. */
export function onTermination(log: FastifyBaseLogger, steps: (() => Promise<unknown>)[]) {
  const end = createEnd(log, steps)
  process.on('SIGTERM', () => void end(0))
  process.on('SIGINT', () => void end(0))
  return end
}
