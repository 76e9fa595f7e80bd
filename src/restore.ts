import path from 'node:path'
import { parseArgs } from 'node:util'
import { allChecks, mediaOf } from './checks.ts'
import { ensurePartitionNamed } from './clicks/index.ts'
import { restartUndo } from './identity/index.ts'
import { countStored, createPictureTransfer } from './media/index.ts'
import { interruptImports } from './orders/index.ts'
import { restartDetails } from './payouts/index.ts'
import { noteRestored } from './platform/backup/archives.ts'
import { decrypted } from './platform/backup/encryption.ts'
import { readPicturesBeside } from './platform/backup/pictures.ts'
import { openPlaceOf } from './platform/backup/places/open.ts'
import { createProgress } from './platform/backup/progress.ts'
import { inspectArchive } from './platform/backup/read-archive.ts'
import { restoreArchive } from './platform/backup/restore.ts'
import { askAtTerminal, requireTrust, type Trust } from './platform/backup/trust.ts'
import { explainError, onDatabase, refuseUsage, say } from './platform/command.ts'
import { ownerOf } from './platform/database/migrate.ts'
import { startDatabaseServer } from './platform/database/server.ts'
import { OperatorError } from './platform/operator-error.ts'
import { keysFolder } from './platform/secrets/key-file.ts'
import { forgetKeys } from './platform/secrets/shared-keys.ts'
import { backupPlace, readSettings } from './platform/settings/read.ts'
import { count, verifyInstallation } from './platform/verification.ts'

const projectDir = path.resolve(import.meta.dirname, '..')

const usage = `Usage: npm run restore -- <file> [--trust <key> | --unsigned] [--identity <file>]

  Puts a backup into an empty installation: the data folder DATA_DIR, or the database
  DATABASE_URL, that nobody has used yet. Folio must not be running there. The file may
  also be s3://bucket/name, with the S3_ settings.

  --trust      the key that the backup must be signed with (ed25519:...), as npm run backup
               prints it; may be given again. Without it you are asked.
  --unsigned   takes a backup of a version of Folio that did not sign
  --identity   the file of the secret key (AGE-SECRET-KEY-...) of an encrypted backup`

/** `npm run restore`: see docs/backup.md. */
async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const options = readOptions(args)
  if (!options) return refuseUsage(usage)
  const { file, identity, trust } = options
  const settings = readSettings(env, projectDir)
  const { place, name } = openPlaceOf(file, settings.s3)
  const open = async () => {
    const archive = await place.open(name)
    if (!archive) throw new OperatorError(`Cannot read ${file}: there is no such file.`)
    return decrypted(archive, identity)
  }
  // Nothing of the archive is used, and no database started, before its signature is trusted.
  const inspected = await inspectArchive(await open())
  await requireTrust(inspected, trust, askAtTerminal)
  const { head } = inspected
  const media = mediaOf(settings)
  const server = await startDatabaseServer(settings, (line) => process.stderr.write(`${line}\n`))
  const progress = createProgress(process.stderr)
  try {
    const { rows } = await restoreArchive({
      accounts: server,
      inspected,
      open,
      pictures: createPictureTransfer(media),
      keysDir: keysFolder(settings.dataDir),
      readBeside: readPicturesBeside(place, identity),
      ensurePartition: (db, table) => ensurePartitionNamed({ db }, table),
      finish: async ({ made_at }) => {
        const madeAt = new Date(made_at)
        await onDatabase(ownerOf(server), (context) => restartDetails(context, madeAt))
        await onDatabase(server.address, async (context) => {
          if (!head.has_keys) await forgetKeys(context.db)
          await restartUndo(context, madeAt)
          await interruptImports(context)
          // A database from before pictures were counted has no counts of them.
          await countStored(context, media, new AbortController().signal)
        })
      },
      report: progress.rows,
    })
    progress.end()
    say(
      `Restored the backup of ${head.made_at}${rows === null ? '' : `: ${count(rows)} rows`}. Verifying it:`,
    )
    const failed = await onDatabase(server.address, (context) =>
      verifyInstallation(context, allChecks(settings), say),
    )
    await noteRestored(place, name, { made_at: head.made_at, verified: failed === 0 })
    if (failed > 0) process.exitCode = 1
    if (!head.has_keys)
      say(
        'The backup has no keys: everybody signs in again, authenticator apps have to be set up again, and payout details entered again.',
      )
  } finally {
    progress.end()
    await server.stop()
  }
}

function readOptions(args: string[]): { file: string; identity: string | undefined; trust: Trust } | null {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        identity: { type: 'string' },
        trust: { type: 'string', multiple: true, default: [] },
        unsigned: { type: 'boolean', default: false },
      },
    })
    const [file, ...more] = positionals
    const { identity, trust: keys, unsigned } = values
    if (!file || more.length > 0 || (unsigned && keys.length > 0)) return null
    return { file: backupPlace(process.cwd(), file), identity, trust: { keys, unsigned } }
  } catch {
    return null
  }
}

run(process.argv.slice(2), process.env).catch((error: unknown) => {
  process.stderr.write(`${explainError(error, process.env.LOG_LEVEL)}\n`)
  process.exitCode = 1
})
