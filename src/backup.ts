import path from 'node:path'
import { parseArgs } from 'node:util'
import { mediaOf } from './checks.ts'
import { createPictureTransfer } from './media/index.ts'
import { backUp } from './platform/backup/back-up.ts'
import { openPlaceOf } from './platform/backup/places/open.ts'
import { createProgress } from './platform/backup/progress.ts'
import { publicKeyText, readSigningKey } from './platform/backup/signing.ts'
import { explainError, refuseUsage, say } from './platform/command.ts'
import { startDatabaseServer } from './platform/database/server.ts'
import { keysFolder } from './platform/secrets/key-file.ts'
import { backupPlace, readSettings } from './platform/settings/read.ts'
import { count } from './platform/verification.ts'

const projectDir = path.resolve(import.meta.dirname, '..')

const usage = `Usage: npm run backup -- <file> [--keys] [--to <recipient>] [--overwrite]
       npm run backup -- --key

  Writes everything of this installation into one file, beside the running app. The file
  may also be s3://bucket/name, with the S3_ settings.

  --keys       also the keys that sign people in; keep such a file as safe as a password.
               Without them everybody signs in again after a restore, and authenticator
               apps and payout details have to be set up again.
  --to         encrypts it in the age format for this recipient (age1...); may be given again
  --overwrite  replaces a file of this name
  --key        prints the key that a restore trusts backups of this installation by`

/** `npm run backup`: see docs/backup.md. The database is read as it is, without bringing it up to date. */
async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const options = readOptions(args)
  if (!options) return refuseUsage(usage)
  const settings = readSettings(env, projectDir)
  const signingKey = await readSigningKey(settings)
  if (options === 'key') return say(publicKeyText(signingKey))
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort())
  const server = await startDatabaseServer(settings, (line) => process.stderr.write(`${line}\n`))
  const progress = createProgress(process.stderr)
  try {
    const written = await backUp({
      ...options,
      ...openPlaceOf(options.file, settings.s3),
      // The owner can read it even before the app's account exists, as before an update.
      address: server.owner ?? server.address,
      keysDir: keysFolder(settings.dataDir),
      signingKey,
      pictures: createPictureTransfer(mediaOf(settings)),
      signal: ending.signal,
      report: progress.bytes,
    })
    progress.end()
    say(
      `${options.file}: ${count(written.rows)} rows and ${count(written.pictures)} pictures in ${count(written.bytes)} bytes.`,
    )
    for (const name of written.missing) say(`Missing in the store of pictures: ${name}`)
    if (!options.withKeys)
      say(
        'It has no keys: after a restore everybody signs in again, authenticator apps have to be set up again, and payout details entered again.',
      )
    const identity = options.recipients.length > 0 ? ' --identity <file of the secret key>' : ''
    say(`Restore it with: npm run restore -- ${quoted(options.file)} --trust ${written.signedBy}${identity}`)
  } finally {
    progress.end()
    await server.stop()
  }
}

/** A word for a shell. */
const quoted = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)

function readOptions(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        keys: { type: 'boolean', default: false },
        key: { type: 'boolean', default: false },
        overwrite: { type: 'boolean', default: false },
        to: { type: 'string', multiple: true, default: [] },
      },
    })
    const [file, ...more] = positionals
    if (values.key) return args.length === 1 ? 'key' : null
    if (!file || more.length > 0) return null
    return {
      file: backupPlace(process.cwd(), file),
      withKeys: values.keys,
      recipients: values.to,
      overwrite: values.overwrite,
    }
  } catch {
    return null
  }
}

run(process.argv.slice(2), process.env).catch((error: unknown) => {
  process.stderr.write(`${explainError(error, process.env.LOG_LEVEL)}\n`)
  process.exitCode = 1
})
