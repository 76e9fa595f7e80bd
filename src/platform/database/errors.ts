import { Refused } from '../http/refused.ts'

/** The SQLSTATE of a PostgreSQL error, if it is one. */
export const sqlState = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined

/** True for the transaction that PostgreSQL ended because two waited for each other. */
export const isDeadlock = (error: unknown): boolean => sqlState(error) === '40P01'

/** True for a cancelled statement: it took too long, or somebody cancelled it. */
export const isCanceled = (error: unknown): boolean => sqlState(error) === '57014'

/** True for a change that the server refused because it accepts none, such as a standby. */
export const isReadOnly = (error: unknown): boolean => sqlState(error) === '25006'

/** True for a server that is shutting down or not up yet. */
export const isShutDown = (error: unknown): boolean => /^57P0[1-3]$/.test(sqlState(error) ?? '')

/** The name of the constraint that a PostgreSQL error reports as broken. */
export const brokenConstraint = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : undefined

/**
 * Awaits work that may break a constraint because of what others do meanwhile, and throws the given error for that
 * constraint instead. Any other broken constraint is a fault.
 */
export const whereBroken = <T>(failures: Record<string, () => Error>, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw failures[brokenConstraint(error) ?? '']?.() ?? error
  })

// Connection exceptions (08), insufficient resources incl. a full disk (53), operator intervention such as a
// restart (57P), a system error such as a failed write (58), and a server that went read-only (25006).
const unavailableStates = /^(08...|53...|57P0.|58...|25006)$/
const socketErrors = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'])
// node-postgres has no codes for these, and PostgreSQL none of its own for a database that is closed for maintenance.
const messages =
  /not currently accepting connections|Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable|^Query read timeout$/

/** True when the database cannot answer just now; the same call may succeed once it is back. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = sqlState(error)
  if (code && (unavailableStates.test(code) || (socketErrors.has(code) && isSocketError(error)))) return true
  if (error instanceof Refused) return ['database', 'pool'].includes(error.reason)
  return error instanceof Error && messages.test(error.message)
}

const isSocketError = (error: unknown) =>
  (error as { syscall?: string }).syscall === 'connect' || sqlState(error) !== 'ENOENT'
