import path from 'node:path'
import { parseArgs } from 'node:util'
import { ensurePartitionNamed } from './clicks/index.ts'
import { createProgress } from './platform/backup/progress.ts'
import { explainError, refuseUsage, say } from './platform/command.ts'
import { connectAtStart } from './platform/database/connect.ts'
import { openDatabase } from './platform/database/database.ts'
import { ownerOf } from './platform/database/migrate.ts'
import { startDatabaseServer } from './platform/database/server.ts'
import { fail, type Line, lineText, ok, warn } from './platform/doctor/line.ts'
import { version } from './platform/http/version.ts'
import { OperatorError } from './platform/operator-error.ts'
import { hasCluster } from './platform/postgres/location.ts'
import { readSettings, type Settings } from './platform/settings/read.ts'
import { checkNode, checkPending, checkRoom, checkTables, checkTrial } from './platform/upgrade/check.ts'
import { trialFolder } from './platform/upgrade/trial.ts'

const projectDir = path.resolve(import.meta.dirname, '..')

const usage = `Usage: npm run upgrade-check [-- --no-trial] [--json]

  Says what a start of this version would do to the installation of DATA_DIR or
  DATABASE_URL, and how long that takes. Run it in the new version's folder, with
  the old one's settings, while the old version runs. It changes nothing.
  Ends with code 1 if the upgrade would fail.

  --no-trial   does not try it on a copy
  --json       an array of {name, state, says, todo}; state is ok, warn or fail`

type Options = { json: boolean; trial: boolean }

/** `npm run upgrade-check`: see docs/operating.md#before-an-upgrade. */
async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const options = readOptions(args)
  if (!options) return refuseUsage(usage)
  const lines: Line[] = []
  const add = (line: Line) => {
    lines.push(line)
    if (!options.json) say(lineText(line))
  }
  add({ name: 'version', ...ok(`This is ${version}.`) })
  add({ name: 'node', ...checkNode(projectDir) })
  const settings = settingsOf(env, add)
  if (settings) await look(settings, options, add)
  if (options.json) say(JSON.stringify(lines, null, 1))
  if (lines.some(({ state }) => state === 'fail')) process.exitCode = 1
}

type Add = (line: Line) => void

function settingsOf(env: NodeJS.ProcessEnv, add: Add): Settings | undefined {
  try {
    const settings = readSettings(env, projectDir)
    add({ name: 'settings', ...ok('This version takes them.') })
    return settings
  } catch (error) {
    const says = explainError(error, undefined)
    add({ name: 'settings', ...fail(says, 'Correct them in .env or the environment.') })
    return undefined
  }
}

async function look(settings: Settings, { trial }: Options, add: Add): Promise<void> {
  const { dataDir, databaseUrl, backup } = settings
  if (!databaseUrl && !hasCluster(dataDir))
    throw new OperatorError(
      `There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL as the old version has it.`,
    )
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort())
  const server = await startDatabaseServer(settings, (line) => process.stderr.write(`${line}\n`))
  try {
    const address = ownerOf(server)
    // Explains in words why it cannot be used.
    await (await connectAtStart(address)).end()
    const database = openDatabase(address, { max: 2 })
    try {
      const { pool } = database
      const { finding, known } = await checkPending(pool)
      add({ name: 'migrations', ...finding })
      if (!known) return
      if (known.missing.length > 0) add({ name: 'tables', ...(await checkTables(pool, known.missing)) })
      add({ name: 'backup', ...(await checkRoom(pool, backup, dataDir)) })
      if (known.missing.length === 0 && !known.changesFunctions) return
      add({ name: 'trial', ...(trial ? await tryIt() : warn('Not tried.', 'Leave out --no-trial.')) })
      async function tryIt() {
        const progress = createProgress(process.stderr)
        const folder = trialFolder(dataDir)
        const done = checkTrial({
          ...{ pool, address, folder, signal: ending.signal, report: progress },
          ensurePartition: (db, table) => ensurePartitionNamed({ db }, table),
        })
        return await done.finally(progress.end)
      }
    } finally {
      await database.close()
    }
  } finally {
    await server.stop()
  }
}

function readOptions(args: string[]): Options | null {
  try {
    const { values } = parseArgs({
      args,
      options: { json: { type: 'boolean', default: false }, 'no-trial': { type: 'boolean', default: false } },
    })
    return { json: values.json, trial: !values['no-trial'] }
  } catch {
    return null
  }
}

run(process.argv.slice(2), process.env).catch((error: unknown) => {
  process.stderr.write(`${explainError(error, process.env.LOG_LEVEL)}\n`)
  process.exitCode = 1
})
