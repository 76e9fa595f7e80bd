import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { allChecks, mediaOf } from './checks.ts'
import { createPictureTransfer } from './media/index.ts'
import { interruptImports } from './orders/index.ts'
import { noteRestored, picturesBeside } from './platform/backup/archives.ts'
import { decrypted } from './platform/backup/encryption.ts'
import { createProgress } from './platform/backup/progress.ts'
import { restoreArchive } from './platform/backup/restore.ts'
import { systemClock } from './platform/clock.ts'
import { explainFailure, refuseUsage, say } from './platform/command.ts'
import { readSettings } from './platform/config.ts'
import type { Context } from './platform/context.ts'
import { type DatabaseAddress, openDatabase } from './platform/database/database.ts'
import { startDatabaseServer } from './platform/database/server.ts'
import { OperatorError } from './platform/operator-error.ts'
import { count, verifyInstallation } from './platform/verification.ts'

const projectDir = path.resolve(import.meta.dirname, '..')

const usage = `Usage: npm run restore -- <file> [--identity <file>]

  Puts a backup into an empty installation: the data folder DATA_DIR, or the database
  DATABASE_URL, that nobody has used yet. Folio must not be running there.

  --identity   the file of the secret key (AGE-SECRET-KEY-...) of an encrypted backup`

/** `npm run restore`: see docs/backup.md. */
async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const options = readOptions(args)
  if (!options) return refuseUsage(usage)
  const { file, identity } = options
  await access(file).catch((error: Error) => {
    throw new OperatorError(`Cannot read ${file}: ${error.message}`)
  })
  const settings = readSettings(env, projectDir)
  const server = await startDatabaseServer(settings, (line) => process.stderr.write(`${line}\n`))
  const progress = createProgress(process.stderr)
  try {
    const { head, rows } = await restoreArchive({
      address: server.address,
      source: await decrypted(createReadStream(file), identity),
      pictures: createPictureTransfer(mediaOf(settings)),
      beside: picturesBeside(path.dirname(file)),
      finish: () => withContext(server.address, interruptImports),
      report: progress.rows,
    })
    progress.end()
    say(
      `Restored the backup of ${head.made_at}${rows === null ? '' : `: ${count(rows)} rows`}. Verifying it:`,
    )
    const failed = await withContext(server.address, (context) =>
      verifyInstallation(context, allChecks(settings), say),
    )
    await noteRestored(file, { made_at: head.made_at, verified: failed === 0 })
    if (failed > 0) process.exitCode = 1
    if (!head.has_keys)
      say('The backup has no keys: everybody signs in again, and authenticator apps have to be set up again.')
  } finally {
    progress.end()
    await server.stop()
  }
}

async function withContext<T>(address: DatabaseAddress, work: (context: Context) => Promise<T>): Promise<T> {
  const database = openDatabase(address)
  try {
    return await work({ db: database.db, clock: systemClock, actor: null })
  } finally {
    await database.close()
  }
}

function readOptions(args: string[]): { file: string; identity: string | undefined } | null {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { identity: { type: 'string' } },
    })
    const [file, ...more] = positionals
    return file && more.length === 0 ? { file: path.resolve(file), identity: values.identity } : null
  } catch {
    return null
  }
}

run(process.argv.slice(2), process.env).catch((error: unknown) => {
  process.stderr.write(`${explainFailure(error, process.env.LOG_LEVEL)}\n`)
  process.exitCode = 1
})
