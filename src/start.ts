import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { requireRecipients } from './platform/backup/encryption.ts'
import { explainError, onDatabase } from './platform/command.ts'
import { requireSessions } from './platform/database/connect.ts'
import { connectionsOf } from './platform/database/database.ts'
import { prepareDatabase } from './platform/database/migrate.ts'
import { startDatabaseServer } from './platform/database/server.ts'
import { siteUrlOf } from './platform/http/listen.ts'
import { createLog } from './platform/log.ts'
import { requireSharedKeys } from './platform/secrets/shared-keys.ts'
import { readSettings, type Settings } from './platform/settings/read.ts'
import { onTermination } from './platform/termination.ts'

const projectDir = path.resolve(import.meta.dirname, '..')

type Ground = Awaited<ReturnType<typeof prepare>>

/** Prepares everything that must exist before serving begins. */
async function prepare(env: NodeJS.ProcessEnv) {
  const settings = readSettings(env, projectDir)
  await requireRecipients(settings.backup.recipients)
  const log = createLog(settings.logLevel, undefined, settings.logFormat)
  const server = await startDatabaseServer(settings, (line) => log.warn(line))
  if (settings.databaseUrl) await requireSessions(server.address, connectionsOf(settings))
  await prepareDatabase(server, {
    note: (migration, ms) => log.info({ migration, ms }, 'migrated'),
    ...(settings.backup.beforeMigration && {
      secure: async () => {
        const { backUpThis } = await import('./precaution.ts')
        return backUpThis(settings, server.owner ?? server.address, log)
      },
    }),
  })
  await onDatabase(server.address, ({ db }) => requireSharedKeys(db, settings))
  return { settings, log, server, siteUrl: await siteUrlOf(settings) }
}

/** Starts everything in the order of its dependencies, and ends it in the opposite order. */
async function start(env: NodeJS.ProcessEnv): Promise<void> {
  // Until then there is nothing to replace.
  onHangUp(() => {})
  const ground = await prepare(env)
  await (ground.settings.workers > 1 ? startWorkers(ground) : serveHere(ground))
}

/** One process that does everything. */
async function serveHere({ settings, log, server, siteUrl }: Ground): Promise<void> {
  const { serve } = await import('./serve.ts')
  const { steps, noteStart } = await serve({ settings, siteUrl, address: server.address, log, projectDir })
  const end = onTermination(log, [...steps, () => server.stop()])
  onHangUp(() =>
    log.warn('SIGHUP replaces workers, and there are none (WEB_CONCURRENCY): restart Folio instead.'),
  )
  void server.exited.then(() => end(1))
  await noteStart()
  announce(settings, siteUrl, server.notice)
}

/**
 * Several processes that serve, and this one, which owns the socket and the database and serves nobody (decision 91).
 */
async function startWorkers({ settings, log, server, siteUrl }: Ground): Promise<void> {
  const { runWorkers } = await import('./platform/workers/parent.ts')
  const workers = await runWorkers({
    program: fileURLToPath(new URL('./worker.ts', import.meta.url)),
    size: settings.workers,
    place: { address: server.address, siteUrl, port: settings.port },
    log,
  })
  if (!workers) {
    await server.stop()
    process.exit(1)
  }
  const end = onTermination(log, [() => workers.end(), () => server.stop()])
  onHangUp(() => void workers.restart())
  void Promise.race([server.exited, workers.givenUp]).then(() => end(1))
  announce(settings, siteUrl, server.notice)
}

/** Gives SIGHUP another meaning than the end, except at a terminal, where it means that the terminal is gone. */
function onHangUp(act: () => void): void {
  if (!process.stdin.isTTY) process.on('SIGHUP', act)
}

function announce({ appName }: Settings, siteUrl: string, notice: string | undefined): void {
  if (notice) process.stdout.write(`${notice}\n`)
  process.stdout.write(`${appName} is running at ${siteUrl}\n`)
}

start(process.env).catch((error: unknown) => {
  process.stderr.write(`${explainError(error, process.env.LOG_LEVEL)}\n`)
  process.exit(1)
})
