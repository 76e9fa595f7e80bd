import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { FastifyBaseLogger } from 'fastify'
import { type App, createApp } from './app.ts'
import { maintainIdentity } from './identity/index.ts'
import { loadBuiltRenderer } from './pages/renderer.ts'
import { systemClock } from './platform/clock.ts'
import { type Database, type DatabaseAddress, openDatabase, poolSize } from './platform/database/database.ts'
import { knownMigrations } from './platform/database/migrations/standing.ts'
import { listen } from './platform/http/listen.ts'
import { commit, version } from './platform/http/version.ts'
import { watchClock } from './platform/metrics/clock.ts'
import { repeat } from './platform/periodic.ts'
import type { Settings } from './platform/settings/read.ts'
import type { Team } from './platform/workers/team.ts'
import { hourMs } from './shared/time.ts'

const maintenanceIntervalMs = hourMs

type Options = {
  settings: Settings
  siteUrl: string
  address: DatabaseAddress
  log: FastifyBaseLogger
  projectDir: string
  /** Set if this process is one of several. */
  team?: Team
  /** Whether this process runs jobs and maintenance. */
  runsJobs?: boolean
}

type Served = {
  app: App
  /** The steps of ending it, in this order. */
  steps: (() => Promise<unknown>)[]
  /** Logs the version that runs here: the first question when something went wrong. */
  noteStart: () => Promise<void>
}

/** Serves the built app on a database that exists and is up to date: the whole program, or one of its workers. */
export async function serve(options: Options): Promise<Served> {
  const { settings, siteUrl, address, log, projectDir, team, runsJobs = true } = options
  const database = openDatabase(address, {
    max: poolSize(settings),
    onError: (err) => log.warn({ err }, 'database connection lost'),
  })
  const distDir = path.join(projectDir, 'dist')
  const app = await createApp({
    settings,
    siteUrl,
    database,
    address,
    clock: systemClock,
    log,
    renderer: await loadBuiltRenderer(distDir),
    staticDir: path.join(distDir, 'client'),
    team,
  })
  collectGarbage()
  await listen(app.server, settings)
  const endMaintenance = runsJobs ? beginMaintenance(app, settings, database, log) : undefined
  app.keepCounts()
  return {
    app,
    steps: [async () => endMaintenance?.(), () => app.close(), () => database.close()],
    noteStart: () => noteStart(log, database),
  }
}

/**
 * Returns memory that only the start needed, 23 MB, while nobody waits yet: a process at rest would never do so by
 * itself (decision 93).
 */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as NonNullable<typeof globalThis.gc>
  collect({ type: 'major', flavor: 'last-resort', execution: 'sync' })
}

/** The work that one process of an installation does for all. */
function beginMaintenance(app: App, settings: Settings, { db }: Database, log: FastifyBaseLogger) {
  app.startJobs()
  watchClock(log)
  return repeat(
    () => maintainIdentity({ db, clock: systemClock, actor: null }, settings.sessions),
    maintenanceIntervalMs,
    log,
  )
}

async function noteStart(log: FastifyBaseLogger, { pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ postgres: string }>(
    `select current_setting('server_version') as postgres`,
  )
  const migration = (await knownMigrations()).at(-1)
  log.info({ version, commit, node: process.versions.node, ...rows[0], migration }, 'started')
}
