import path from 'node:path'
import { parseArgs } from 'node:util'
import {
  grantAdmin,
  listAdmins,
  type NoteRoleChange,
  revokeAdmin,
  rotateSigningKeys,
} from './identity/index.ts'
import { recordAudit } from './orders/audit/service.ts'
import { atDatabase, explainFailure, say } from './platform/command.ts'
import { readSettings, type Settings } from './platform/config.ts'
import type { Context } from './platform/context.ts'
import { OperatorError } from './platform/operator-error.ts'

const projectDir = path.resolve(import.meta.dirname, '..')

const usage = `Usage: npm run admin -- <command>

  grant <email> [--yes]   makes an account an admin's; --yes, also one whose address nobody has proven
  revoke <email>          takes that away again
  list                    tells who is an admin
  rotate-keys             has access tokens signed with a new key from now on
  help                    shows this`

class UsageError extends Error {}

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

/** Nobody's account stands for the operator. */
const noteRoleChange: NoteRoleChange = (context, { userId, role, isAddressProven }) =>
  recordAudit(context, {
    action: role === 'admin' ? 'admin.grant' : 'admin.revoke',
    subject: userId,
    details: { by: 'command line', address_proven: isAddressProven },
  })

async function grant(context: Context, email: string, evenUnproven: boolean): Promise<string> {
  const outcome = await grantAdmin(context, { email, evenUnproven }, noteRoleChange)
  if (outcome === 'unknown') throw new OperatorError(`There is no account with the address ${email}.`)
  if (outcome === 'unproven')
    throw new OperatorError(
      `Nobody has proven yet that ${email} is theirs: signing up does not ask for it, so this account may be anyone's. ` +
        'Its owner can prove it by "Forgot password?". If you know who it is, repeat this with --yes.',
    )
  return outcome === 'changed' ? `${email} is an admin now.` : `${email} was an admin already.`
}

async function revoke(context: Context, email: string): Promise<string> {
  const outcome = await revokeAdmin(context, email, noteRoleChange)
  if (outcome === 'unknown') throw new OperatorError(`There is no account with the address ${email}.`)
  return outcome === 'changed' ? `${email} is no admin any more.` : `${email} was no admin.`
}

async function list(context: Context): Promise<string> {
  return (await listAdmins(context)).join('\n') || 'Nobody is an admin.'
}

async function rotateKeys(context: Context, { signingKeys }: Settings): Promise<string> {
  if (signingKeys)
    throw new OperatorError(
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
  say(await atDatabase(settings, (context) => command(context, settings)))
}

run(process.argv.slice(2), process.env).catch((error: unknown) => {
  const isMisused = error instanceof UsageError
  process.stderr.write(`${isMisused ? usage : explainFailure(error, process.env.LOG_LEVEL)}\n`)
  process.exitCode = isMisused ? 2 : 1
})
