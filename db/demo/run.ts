import path from 'node:path'
import { parseArgs } from 'node:util'
import { createDetailsLimit, createPayoutKey } from '../../src/payouts/index.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { explainError, refuseUsage } from '../../src/platform/command.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { isDatabaseUnavailable } from '../../src/platform/database/errors.ts'
import { prepareDatabase } from '../../src/platform/database/migrate.ts'
import { startDatabaseServer } from '../../src/platform/database/server.ts'
import { createLog } from '../../src/platform/log.ts'
import { OperatorError } from '../../src/platform/operator-error.ts'
import { readSettings, type Settings } from '../../src/platform/settings/read.ts'
import { createServices } from '../../src/services.ts'
import { creators } from './cast/creators.ts'
import { admin, emailOf } from './cast/people.ts'
import { type DemoSize, fillDemo, smallDemo, wholeDemo } from './fill.ts'
import { demoPassword } from './steps/accounts.ts'

const projectDir = path.resolve(import.meta.dirname, '../..')
const say = (line: string) => process.stdout.write(`${line}\n`)

const usage = `Usage: npm run demo [-- --small]

  Fills the database with made-up people, products, clicks and orders.

  --small  a handful of everything, made in seconds; the whole demo can follow later`

/** `npm run demo`: fills the running server's database, or the one that `npm start` would use. */
async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const size = sizeOf(args)
  if (!size) return refuseUsage(usage)
  const started = performance.now()
  const settings = readSettings(env, projectDir)
  const siteUrl = settings.siteUrl ?? `http://${settings.host}:${settings.port}`
  const log = createLog('error')
  const server = await startDatabaseServer(settings, say)
  await prepareDatabase(server)
  const database = openDatabase(server.address)
  const owner = openDatabase(server.owner ?? server.address, { max: 1 })
  const services = await createServices({ settings, siteUrl, database, clock: systemClock, log })
  try {
    const payouts = {
      ...settings.payouts,
      key: createPayoutKey(settings),
      limit: createDetailsLimit(database.pool),
    }
    const { earnings } = settings
    const world = { ...database, owner, services, clock: systemClock, log, earnings, payouts }
    const counts = await fillDemo(world, size, say)
    const seconds = ((performance.now() - started) / 1000).toFixed(0)
    say(
      `Done in ${seconds} s: ${counts.products} products, ${counts.clicks} clicks and ${counts.orders} orders.`,
    )
    say(await whereToLook(siteUrl, settings))
  } finally {
    await services.pipeline.close()
    await services.clicks.close()
    await services.amazon.close()
    await Promise.all([database.close(), owner.close()])
    await server.stop()
  }
}

function sizeOf(args: string[]): DemoSize | null {
  try {
    const { values } = parseArgs({ args, options: { small: { type: 'boolean', default: false } } })
    return values.small ? smallDemo : wholeDemo
  } catch {
    return null
  }
}

async function whereToLook(siteUrl: string, settings: Settings): Promise<string> {
  const isRunning = await fetch(`http://${settings.host}:${settings.port}/healthz`, {
    signal: AbortSignal.timeout(1_000),
  }).then(
    (response) => response.ok,
    () => false,
  )
  const [first] = creators
  return [
    isRunning ? `Open ${siteUrl}/feed` : `Start it with npm start, then open ${siteUrl}/feed`,
    `Every demo account has the password ${demoPassword}; sign in as ${first && emailOf(first)}, for example, or as ${emailOf(admin)} to see ${siteUrl}/admin.`,
  ].join('\n')
}

function explain(error: unknown): string {
  if (!(error instanceof OperatorError) && isDatabaseUnavailable(error))
    return 'The database went away, perhaps with the server that ran it. Run this again: it goes on where it was.'
  return explainError(error, process.env.LOG_LEVEL)
}

run(process.argv.slice(2), process.env).catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = 1
})
