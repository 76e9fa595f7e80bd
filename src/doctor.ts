import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { mediaOf } from './checks.ts'
import { checksBesideDatabase, examineAll } from './operations/index.ts'
import { systemClock } from './platform/clock.ts'
import { explainError, refuseUsage, say } from './platform/command.ts'
import { connectAtStart } from './platform/database/connect.ts'
import { openDatabase } from './platform/database/database.ts'
import { accountOf, ownerOf } from './platform/database/migrate.ts'
import { startDatabaseServer } from './platform/database/server.ts'
import { examine, fail, type Line, lineText, ok } from './platform/doctor/line.ts'
import { siteUrlOf } from './platform/http/listen.ts'
import { createLog } from './platform/log.ts'
import { noticeMail } from './platform/mail/layout.ts'
import { createMailer } from './platform/mail/mailer.ts'
import { readSettings, type Settings } from './platform/settings/read.ts'

const projectDir = path.resolve(import.meta.dirname, '..')

const usage = `Usage: npm run doctor [-- --json] [--mail you@example.org]

  Checks everything that Folio needs, while the app runs, and says what to do.
  Ends with code 1 if something is broken.

  --json   an array of {name, state, says, todo}; state is ok, warn or fail
  --mail   sends a mail to this address, and nothing else`

/** `npm run doctor`: see docs/operating.md#doctor. It changes nothing, and works even if the app does not start. */
async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const options = readOptions(args)
  if (!options) return refuseUsage(usage)
  const lines = options.mail === undefined ? await look(env) : [await tryMail(env, options.mail)]
  say(options.json ? JSON.stringify(lines, null, 1) : lines.map(lineText).join('\n'))
  if (lines.some(({ state }) => state === 'fail')) process.exitCode = 1
}

const correct = 'Correct them in .env or the environment.'

/** Sends a mail as Folio would: what the server answers shows most faults, and the rest shows in the mailbox. */
async function tryMail(env: NodeJS.ProcessEnv, to: string): Promise<Line> {
  try {
    const settings = readSettings(env, projectDir)
    const { appName } = settings
    const siteUrl = await siteUrlOf(settings)
    const mailer = createMailer({ settings, siteUrl, clock: systemClock, log: createLog('silent') })
    if (mailer.mailbox)
      return { name: 'mail', ...fail('SMTP_URL is not set: mails are only files.', 'Set it, and try again.') }
    const mail = noticeMail({
      ...{ appName, siteUrl, title: `Mails from ${appName} arrive` },
      paragraphs: ['Somebody who runs the site has sent this to see whether its mails arrive.'],
      link: { label: `Open ${appName}`, address: siteUrl },
    })
    const failure = await mailer.send({ id: `doctor-${randomUUID()}`, to, ...mail }).then(
      () => undefined,
      (error: Error) => error.message,
    )
    mailer.close()
    return {
      name: 'mail',
      ...(failure
        ? fail(failure, 'See docs/operating.md#mail.')
        : ok(`The server took a mail to ${to}. See whether it arrives, and where.`)),
    }
  } catch (error) {
    return broken('settings', error, correct)
  }
}

async function look(env: NodeJS.ProcessEnv): Promise<Line[]> {
  let settings: Settings
  try {
    settings = readSettings(env, projectDir)
  } catch (error) {
    return [broken('settings', error, correct)]
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

function readOptions(args: string[]): { json: boolean; mail?: string | undefined } | null {
  try {
    const { values } = parseArgs({
      args,
      options: { json: { type: 'boolean', default: false }, mail: { type: 'string' } },
    })
    return values
  } catch {
    return null
  }
}

run(process.argv.slice(2), process.env).catch((error: unknown) => {
  process.stderr.write(`${explainError(error, process.env.LOG_LEVEL)}\n`)
  process.exitCode = 1
})
