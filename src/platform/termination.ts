import type { FastifyBaseLogger } from 'fastify'

const patienceMs = 25_000

/**
 * On SIGTERM or SIGINT runs `steps` one after the other, then ends the process: requests in flight are answered before
 * the database goes, and the log's last line says that all is done. A second signal, or too long a wait, ends it at once. Returns a function that begins the same.
 */
export function onTermination(log: FastifyBaseLogger, steps: (() => Promise<unknown>)[]) {
  let ending = false
  async function end(exitCode: number) {
    if (ending) process.exit(exitCode || 1)
    ending = true
    setTimeout(() => process.exit(1), patienceMs).unref()
    for (const step of steps) await step().catch((err: unknown) => log.error({ err }, 'while stopping'))
    log.info('ended')
    process.exit(exitCode)
  }
  process.on('SIGTERM', () => void end(0))
  process.on('SIGINT', () => void end(0))
  return end
}
