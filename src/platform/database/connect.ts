import pg from 'pg'
import { OperatorError } from '../operator-error.ts'
import { causeOf } from './causes.ts'
import type { DatabaseAddress } from './database.ts'
import { primaryAmong } from './primary.ts'

const oldestMajor = 18
const patienceMs = 10_000
const answerMs = 5_000

export type DatabaseSetting = 'DATABASE_URL' | 'DATABASE_OWNER_URL'

/**
 * Connects at the start of a program. Throws OperatorError if the database cannot be used, with the reason and the
 * setting that holds the address.
 */
export async function connectAtStart(
  address: DatabaseAddress,
  setting: DatabaseSetting = 'DATABASE_URL',
): Promise<pg.Client> {
  const advice = adviceFor(address, setting)
  const client = makeClient(await oneOf(address, advice), advice)
  // A lost connection is also reported here; the pending call fails by itself.
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    throw new OperatorError(
      `Cannot connect to ${nameOf(client)}: ${reasonOf(error)} ${causeOf(error)?.todo ?? advice}`,
    )
  }
  try {
    await refuseOldServer(client)
    return client
  } catch (error) {
    await client.end()
    throw error
  }
}

/** The one of several servers that accepts changes. */
async function oneOf(address: DatabaseAddress, advice: string): Promise<DatabaseAddress> {
  if (!('hosts' in address) || !address.hosts) return address
  const found = await primaryAmong(address.hosts)
    .find()
    .catch((error: unknown) => {
      throw new OperatorError(
        `Cannot connect to any server of the database: ${reasonOf(error)} ${causeOf(error)?.todo ?? advice}`,
      )
    })
  return { connectionString: found.url }
}

function makeClient(address: DatabaseAddress, advice: string): pg.Client {
  try {
    return new pg.Client({ ...address, connectionTimeoutMillis: patienceMs })
  } catch (error) {
    // Such as a file of certificates that the address names.
    throw new OperatorError(`Cannot use the address of the database: ${wordsOf(error)}. ${advice}`)
  }
}

const nameOf = ({ database, host, port }: pg.Client) => `the database ${database} at ${host}:${port}`

/** Never includes the address itself, which may hold a password. */
const adviceFor = (address: DatabaseAddress, setting: DatabaseSetting) =>
  'connectionString' in address
    ? `Check ${setting}, and that PostgreSQL runs there.`
    : 'Start this again; if that does not help, look into postgres.log in the data folder.'

/** Why a server cannot be used, in words that end with a full stop. */
export const reasonOf = (error: unknown): string => causeOf(error)?.says ?? `${wordsOf(error)}.`

/** Several addresses of one host fail together, as an error without words. */
function wordsOf(error: unknown): string {
  if (error instanceof AggregateError) return wordsOf(error.errors[0])
  return error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as major`,
  )
  const [{ version, major }] = rows
  if (major < oldestMajor)
    throw new OperatorError(
      `${capitalized(nameOf(client))} is PostgreSQL ${version}, but Folio needs version ${oldestMajor}. ` +
        'Move the data to a newer server, and point DATABASE_URL to that.',
    )
}

/**
 * Refuses a server that only follows another: with several servers another one is looked for, and a single one may be
 * the wrong one.
 */
export async function refuseStandby(client: pg.Client, setting: DatabaseSetting): Promise<void> {
  const { rows } = await client.query('select pg_is_in_recovery() as follows')
  if (rows[0].follows)
    throw new OperatorError(
      `${capitalized(nameOf(client))} follows another server and accepts no changes. ` +
        `Point ${setting} to the one that does, or name both in it.`,
    )
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * Makes sure that a connection is a session of its own: jobs lock and listen for as long as it lasts; and that the
 * account may have `needed` of them. Throws OperatorError if the database cannot be used, allows it fewer, or is behind
 * a pooler that gives each transaction any session (docs/operating.md#poolers).
 */
export async function requireSessions(address: DatabaseAddress, needed: number): Promise<void> {
  const clients: pg.Client[] = []
  async function open() {
    const client = await connectAtStart(address)
    clients.push(client)
    return client
  }
  try {
    const client = await open()
    await requireLimit(client, needed)
    const others = [await open(), await open()]
    const first = await sessionOf(client)
    // A pooler lends them what the first has just left, and keeps it for them while their transactions last.
    for (const other of others) {
      await other.query('begin')
      await sessionOf(other)
    }
    if (first !== undefined && (await sessionOf(client)) === first) return
    throw new OperatorError(
      'A pooler in front of the database gives each transaction another session, and Folio needs sessions that stay: ' +
        'its jobs lock and listen. Set pool_mode = session there, or point DATABASE_URL to the database’s own port.',
    )
  } finally {
    for (const client of clients) void client.end().catch(() => {})
  }
}

/** The lower one of the account's limit and the database's; a superuser has none. */
async function requireLimit(client: pg.Client, needed: number): Promise<void> {
  const { rows } = await client.query<{ account: string; allowed: number | null }>(`
    select rolname as account, least(nullif(rolconnlimit, -1), nullif(datconnlimit, -1)) as allowed
    from pg_roles join pg_database on datname = current_database()
    where rolname = current_user and not rolsuper`)
  const [row] = rows
  if (!row || row.allowed === null || row.allowed >= needed) return
  throw new OperatorError(
    `The account ${row.account} may have ${row.allowed} connections to the database, and Folio takes up to ${needed}. ` +
      `Allow it more (alter role ${row.account} connection limit ${needed}; or alter database … connection limit), ` +
      `or lower DATABASE_POOL by ${needed - row.allowed}.`,
  )
}

/** The process of the server that answers; undefined if none does, as where others hold all that a pooler has. */
async function sessionOf(client: pg.Client): Promise<number | undefined> {
  const question = { text: 'select pg_backend_pid() as pid', query_timeout: answerMs }
  const answer = await client.query<{ pid: number }>(question).catch(() => undefined)
  return answer?.rows[0]?.pid
}
