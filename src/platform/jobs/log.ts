import type { FastifyBaseLogger } from 'fastify'
import type { LogFunctionFactory } from 'graphile-worker'

const levels = { error: 'warn', warning: 'warn', info: 'debug', debug: 'trace' } as const

/**
 * Writes what the library says to our log. Of its details only the error is kept: the rest holds whole jobs, and
 * those hold people's addresses. Failed jobs are left out, since the runner logs them itself.
 */
export const libraryLog =
  (log: FastifyBaseLogger): LogFunctionFactory =>
  () =>
  (level, message, details) => {
    if (details?.failure) return
    const err = details?.error ?? details?.fatalError
    log[levels[level]](err ? { err } : {}, message)
  }
