import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { createApp } from './app.ts'
import { maintainIdentity } from './identity/index.ts'
import { buildWebIfChanged } from './pages/build.ts'
import { loadBuiltRenderer } from './pages/renderer.ts'
import { requireRecipients } from './platform/backup/encryption.ts'
import { systemClock } from './platform/clock.ts'
import { explainFailure } from './platform/command.ts'
import { readSettings } from './platform/config.ts'
import { type Database, openDatabase } from './platform/database/database.ts'
import { knownMigrations, migrate } from './platform/database/migrate.ts'
import { startDatabaseServer } from './platform/database/server.ts'
import { listen, siteUrlOf } from './platform/http/listen.ts'
import { commit, version } from './platform/http/version.ts'
import { createLog } from './platform/log.ts'
import { watchClock } from './platform/metrics/clock.ts'
import { repeat } from './platform/periodic.ts'
import { onTermination } from './platform/termination.ts'
import { hourMs } from './shared/time.ts'

const projectDir = path.resolve(import.meta.dirname, '..')
const upkeepIntervalMs = hourMs
const distDir = path.join(projectDir, 'dist')

/** Notes in the log what runs here: the first that is asked where something went wrong. */
async function logStart(log: FastifyBaseLogger, { pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ postgres: string }>(
    `select current_setting('server_version') as postgres`,
  )
  const migration = (await knownMigrations()).at(-1)
  log.info({ version, commit, node: process.versions.node, ...rows[0], migration }, 'started')
}

/** Starts everything, in the order it depends on each other, and ends it in the opposite one. */
async function start(env: NodeJS.ProcessEnv): Promise<void> {
  const settings = readSettings(env, projectDir)
  await requireRecipients(settings.backup.recipients)
  const log = createLog(settings.logLevel, undefined, settings.logFormat)
  const [server] = await Promise.all([
    startDatabaseServer(settings, (line) => log.warn(line)),
    buildWebIfChanged({ projectDir, distDir, env }),
  ])
  await migrate(server.address)
  const database = openDatabase(server.address, {
    onError: (err) => log.warn({ err }, 'database connection lost'),
  })
  const siteUrl = await siteUrlOf(settings)
  const app = await createApp({
    settings,
    siteUrl,
    database,
    address: server.address,
    clock: systemClock,
    log,
    renderer: await loadBuiltRenderer(distDir),
    staticDir: path.join(distDir, 'client'),
  })
  await listen(app.server, settings)
  app.startJobs()
  const endUpkeep = repeat(
    () => maintainIdentity({ db: database.db, clock: systemClock, actor: null }, settings.sessions),
    upkeepIntervalMs,
    log,
  )
  watchClock(log)
  const end = onTermination(log, [endUpkeep, () => app.close(), () => database.close(), () => server.stop()])
  void server.exited.then(() => end(1))
  await logStart(log, database)
  if (server.notice) process.stdout.write(`${server.notice}\n`)
  process.stdout.write(`${settings.appName} is running at ${siteUrl}\n`)
}

// React is slower, and shows its errors to visitors, unless NODE_ENV is production.
process.env.NODE_ENV ??= 'production'
start(process.env).catch((error: unknown) => {
  process.stderr.write(`${explainFailure(error, process.env.LOG_LEVEL)}\n`)
  process.exit(1)
})
