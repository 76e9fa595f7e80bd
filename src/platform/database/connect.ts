import pg from 'pg'
import { OperatorError } from '../operator-error.ts'
import { causeOf } from './causes.ts'
import type { DatabaseAddress } from './database.ts'
import { primaryAmong } from './primary.ts'

const oldestMajor = 18
const patienceMs = 10_000

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
