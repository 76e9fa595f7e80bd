import { inspect } from 'node:util'
import { systemClock } from './clock.ts'
import type { Context } from './context.ts'
import { databaseTrouble } from './database/causes.ts'
import { type DatabaseAddress, openDatabase } from './database/database.ts'
import { prepareDatabase } from './database/migrate.ts'
import { type DatabaseSettings, startDatabaseServer } from './database/server.ts'
import { OperatorError } from './operator-error.ts'

/** Prints a line for the command's user. */
export const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Prints how a command is called, after it was called wrongly. */
export function refuseUsage(usage: string): void {
  process.stderr.write(`${usage}\n`)
  process.exitCode = 2
}

/**
 * Runs an operator's work on the running server's database, or on the one that it would use, which is made where there
 * is none. Throws OperatorError where an earlier version left it: only a start migrates it, after a backup.
 */
export async function atDatabase<T>(
  settings: DatabaseSettings,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  const server = await startDatabaseServer(settings, (line) => process.stderr.write(`${line}\n`))
  try {
    await prepareDatabase(server, { secure: refuseEarlier })
    return await onDatabase(server.address, work)
  } finally {
    await server.stop()
  }
}

const refuseEarlier = () =>
  Promise.reject(
    new OperatorError('The database is of an earlier version of Folio. Start Folio first, which updates it.'),
  )

/** Runs an operator's work on a database as it is. */
export async function onDatabase<T>(
  address: DatabaseAddress,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  const database = openDatabase(address)
  try {
    return await work({ db: database.db, clock: systemClock, actor: null })
  } finally {
    await database.close()
  }
}

/**
 * Why a start or a command failed, in words if people can solve it. A fault in the program is shown with its stack if
 * `logLevel`, the setting LOG_LEVEL, asks for it.
 */
export function explainError(error: unknown, logLevel: string | undefined): string {
  const wantsStacks = logLevel === 'debug' || logLevel === 'trace'
  if (isForOperator(error)) {
    return wantsStacks && error.cause ? `${error.message}\n${inspect(error.cause)}` : error.message
  }
  const trouble = databaseTrouble(error)
  if (trouble) return `${trouble.says} ${trouble.todo}`
  if (wantsStacks) return inspect(error)
  const words = error instanceof Error ? error.message : String(error)
  return `This is a fault in the program: ${words.replace(/\.$/, '')}. LOG_LEVEL=debug shows where.`
}

const isForOperator = (error: unknown): error is OperatorError =>
  error instanceof Error && 'isForOperator' in error
