import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { OperatorError } from '../operator-error.ts'

/** The system account that PostgreSQL runs as. `uid` and `gid` are set only when root starts it as another account. */
export type ServerAccount = { name: string; uid?: number; gid?: number }

const run = promisify(execFile)

/** True for root, who can start programs as another account, and must: initdb and postgres refuse root. */
export const isRoot = () => process.getuid?.() === 0

/**
 * The account for the server: the current one, or for root the owner of existing data (so that an account installed
 * later never takes a database from the first one), else `postgres`, else `nobody`.
 */
export function chooseAccount(dataOwner?: { uid: number; gid: number }): ServerAccount {
  if (!isRoot()) return { name: `uid ${process.getuid?.()}` }
  const known = accounts()
  const name = [...known].find(([, ids]) => ids.uid === dataOwner?.uid)?.[0]
  if (dataOwner && dataOwner.uid !== 0) return { name: name ?? `uid ${dataOwner.uid}`, ...dataOwner }
  for (const candidate of ['postgres', '_postgres', 'nobody']) {
    const ids = known.get(candidate)
    if (ids) return { name: candidate, ...ids }
  }
  throw new OperatorError(
    'PostgreSQL refuses to run as root, and this system has neither a "postgres" nor a "nobody" account ' +
      'to run it as. Start Folio as an ordinary user, or set DATABASE_URL.',
  )
}

/**
 * How every process of the server is started: as its account, from a folder that every account can enter, and with an
 * environment of its own. Folio's holds secrets, and the caller's LANG may name a locale that does not exist here.
 */
export function asAccount(account: ServerAccount) {
  const env: NodeJS.ProcessEnv = { LC_ALL: 'C', TZ: 'UTC' }
  return { uid: account.uid, gid: account.gid, cwd: '/', env }
}

/** Runs a program as the account to its end. Returns its output; throws with its error output if it fails. */
export async function runAs(account: ServerAccount, program: string, args: string[]): Promise<string> {
  const { stdout } = await run(program, args, asAccount(account))
  return stdout
}

function accounts(): Map<string, { uid: number; gid: number }> {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  const entries = lines.map((line) => line.split(':')).filter((fields) => fields.length >= 4)
  return new Map(entries.map(([name = '', , uid, gid]) => [name, { uid: Number(uid), gid: Number(gid) }]))
}
