import path from 'node:path'
import { parseArgs } from 'node:util'
import { grantAdmin, listAdmins, revokeAdmin, rotateSigningKeys } from './identity/service.ts'
import { systemClock } from './platform/clock.ts'
import { readSettings, type Settings, SettingsError } from './platform/config.ts'
import type { Context } from './platform/context.ts'
import { openDatabase } from './platform/database/database.ts'
import { isDatabaseUnavailable } from './platform/database/failures.ts'
import { migrate } from './platform/database/migrate.ts'
import { startDatabaseServer } from './platform/database/server.ts'

const projectDir = path.resolve(import.meta.dirname, '..')
const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

const usage = `Usage: npm run admin -- <command>

  grant <email> [--yes]   makes an account an admin's; --yes, also one whose address nobody has proven
  revoke <email>          takes that away again
  list                    tells who is an admin
  rotate-keys             has access tokens signed with a new key from now on
  help                    shows this`

class UsageError extends Error {}

/** Says why nothing was done. */
class Refusal extends Error {}

type Command = (context: Context, settings: Settings) => Promise<string>

/** The command that the arguments name; null when help is asked for. Throws UsageError. */
function readCommand(args: string[]): Command | null {
  const { values, positionals } = parse(args)
  const [name, email, ...more] = positionals
  if (values.help || name === 'help') return null
  const takesEmail = name === 'grant' || name === 'revoke'
  if (more.length > 0 || takesEmail !== (email !== undefined) || (values.yes && name !== 'grant'))
    throw new UsageError()
  if (name === 'grant' && email) return (context) => grant(context, email, values.yes === true)
  if (name === 'revoke' && email) return (context) => revoke(context, email)
  if (name === 'list') return list
  if (name === 'rotate-keys') return rotateKeys
  throw new UsageError()
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { yes: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    })
  } catch {
    throw new UsageError()
  }
}

async function grant(context: Context, email: string, evenUnproven: boolean): Promise<string> {
  const outcome = await grantAdmin(context, { email, evenUnproven })
  if (outcome === 'unknown') throw new Refusal(`There is no account with the address ${email}.`)
  if (outcome === 'unproven')
    throw new Refusal(
      `Nobody has proven yet that ${email} is theirs: signing up does not ask for it, so this account may be anyone's. ` +
        'Its owner can prove it by "Forgot password?". If you know who it is, repeat this with --yes.',
    )
  return outcome === 'changed' ? `${email} is an admin now.` : `${email} was an admin already.`
}

async function revoke(context: Context, email: string): Promise<string> {
  const outcome = await revokeAdmin(context, email)
  if (outcome === 'unknown') throw new Refusal(`There is no account with the address ${email}.`)
  return outcome === 'changed' ? `${email} is no admin any more.` : `${email} was no admin.`
}

async function list(context: Context): Promise<string> {
  return (await listAdmins(context)).join('\n') || 'Nobody is an admin.'
}

async function rotateKeys(context: Context, { signingKeys }: Settings): Promise<string> {
  if (signingKeys)
    throw new Refusal(
      'The keys are those of SIGNING_KEYS: put a new one first there, and keep the others behind it for an hour.',
    )
  await rotateSigningKeys(context)
  return 'Access tokens are signed with a new key within a minute. The old one is honoured until they have ended.'
}

/** `npm run admin`: works on the running server's database, or on the one that would be its. */
async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const command = readCommand(args)
  if (!command) return say(usage)
  const settings = readSettings(env, projectDir)
  const server = await startDatabaseServer(settings, (line) => process.stderr.write(`${line}\n`))
  try {
    await migrate(server.address)
    const database = openDatabase(server.address)
    try {
      say(await command({ db: database.db, clock: systemClock, actor: null }, settings))
    } finally {
      await database.close()
    }
  } finally {
    await server.stop()
  }
}

function explain(error: unknown): string {
  if (error instanceof UsageError) return usage
  if (isDatabaseUnavailable(error)) return 'The database cannot be reached.'
  if (!(error instanceof Error)) return String(error)
  // What is for people to solve says so in its message; anything else is a bug and needs its stack.
  const isForPeople = error instanceof Refusal || error instanceof SettingsError
  return isForPeople || error.name === 'EmbeddedPostgresError' ? error.message : String(error.stack)
}

run(process.argv.slice(2), process.env).catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = error instanceof UsageError ? 2 : 1
})
