import path from 'node:path'
import { parseArgs } from 'node:util'
import { mediaOf } from './checks.ts'
import { checksBesideDatabase, examineAll } from './operations/index.ts'
import { explainError, refuseUsage, say } from './platform/command.ts'
import { connectAtStart } from './platform/database/connect.ts'
import { openDatabase } from './platform/database/database.ts'
import { accountOf, ownerOf } from './platform/database/migrate.ts'
import { startDatabaseServer } from './platform/database/server.ts'
import { examine, type Line, lineText } from './platform/doctor/line.ts'
import { readSettings, type Settings } from './platform/settings/read.ts'

const projectDir = path.resolve(import.meta.dirname, '..')

const usage = `Usage: npm run doctor [-- --json]

  Checks everything that Folio needs, while the app runs, and says what to do.
  Ends with code 1 if something is broken.

  --json   an array of {name, state, says, todo}; state is ok, warn or fail`

/** `npm run doctor`: see docs/operating.md#doctor. It changes nothing, and works even if the app does not start. */
async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const options = readOptions(args)
  if (!options) return refuseUsage(usage)
  const lines = await look(env)
  say(options.json ? JSON.stringify(lines, null, 1) : lines.map(lineText).join('\n'))
  if (lines.some(({ state }) => state === 'fail')) process.exitCode = 1
}

async function look(env: NodeJS.ProcessEnv): Promise<Line[]> {
  let settings: Settings
  try {
    settings = readSettings(env, projectDir)
  } catch (error) {
    return [broken('settings', error, 'Correct them in .env or the environment.')]
  }
  const media = mediaOf(settings)
  try {
    const server = await startDatabaseServer(settings, (line) => process.stderr.write(`${line}\n`))
    try {
      // As the owner if there is one: before an update the app's account may not exist yet.
      const address = ownerOf(server)
      // Explains in words why it cannot be used.
      await (await connectAtStart(address)).end()
      const app = await accountOf(server.address)
      const database = openDatabase(address, { max: 4 })
      try {
        return await examineAll(settings, media, database, app)
      } finally {
        await database.close()
      }
    } finally {
      await server.stop()
    }
  } catch (error) {
    const looked = await examine(checksBesideDatabase(settings, media))
    return [
      broken('database', error, 'See docs/operating.md. Nothing else about it can be checked.'),
      ...looked,
    ]
  }
}

const broken = (name: string, error: unknown, todo: string): Line => ({
  name,
  state: 'fail',
  says: explainError(error, undefined),
  todo,
})

function readOptions(args: string[]): { json: boolean } | null {
  try {
    const { values } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } })
    return values
  } catch {
    return null
  }
}

run(process.argv.slice(2), process.env).catch((error: unknown) => {
  process.stderr.write(`${explainError(error, process.env.LOG_LEVEL)}\n`)
  process.exitCode = 1
})
