import { systemClock } from './clock.ts'
import { type Settings, SettingsError } from './config.ts'
import type { Context } from './context.ts'
import { openDatabase } from './database/database.ts'
import { isDatabaseUnavailable } from './database/failures.ts'
import { migrate } from './database/migrate.ts'
import { startDatabaseServer } from './database/server.ts'

/** Prints a line for whoever ran the command. */
export const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Does an operator's work on the running server's database, or on the one that would be its, brought up to date. */
export async function atDatabase<T>(
  settings: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  const server = await startDatabaseServer(settings, (line) => process.stderr.write(`${line}\n`))
  try {
    await migrate(server.address)
    const database = openDatabase(server.address)
    try {
      return await work({ db: database.db, clock: systemClock, actor: null })
    } finally {
      await database.close()
    }
  } finally {
    await server.stop()
  }
}

/** Why a command failed: in its own words where people can solve it, else with the stack of what is a bug. */
export function explainFailure(error: unknown): string {
  if (isDatabaseUnavailable(error)) return 'The database cannot be reached.'
  if (!(error instanceof Error)) return String(error)
  const isForPeople = error instanceof SettingsError || error.name === 'EmbeddedPostgresError'
  return isForPeople ? error.message : String(error.stack)
}
