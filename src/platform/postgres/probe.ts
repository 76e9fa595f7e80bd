import pg from 'pg'

/** What node-postgres needs to reach the server. */
export type Connection = { host: string; port: number; user: string; database: string }

/** The outcome of a connection to a server's socket. */
type Answer =
  /** `owner` is the process that started it, 0 if that was none of ours. */
  | { outcome: 'open'; owner: number }
  /** A server is there, but starting, recovering or stopping. */
  | { outcome: 'busy' }
  /** Nobody listens. */
  | { outcome: 'silent' }

/** The setting by which a server names the process that started it. */
export const OWNER_SETTING = 'folio.owner'

export const connectionTo = (socketFolder: string, port: number): Connection => ({
  host: socketFolder,
  port,
  user: 'folio',
  database: 'folio',
})

/** Connects to the database, making it first if it is missing, and asks which process started the server. */
export async function probe(connection: Connection): Promise<Answer> {
  try {
    return { outcome: 'open', owner: await askOwner(connection) }
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'ECONNREFUSED' || code === 'ENOENT') return { outcome: 'silent' }
    if (code === 'EACCES') throw error
    if (code !== UNKNOWN_DATABASE) return { outcome: 'busy' }
    await createDatabase(connection)
    return { outcome: 'open', owner: await askOwner(connection) }
  }
}

const UNKNOWN_DATABASE = '3D000'
/** What CREATE DATABASE says when another start made it first, before or during this one. */
const MADE_BY_ANOTHER = ['42P04', '23505']

function askOwner(connection: Connection): Promise<number> {
  return withClient(connection, async (client) => {
    const { rows } = await client.query('select current_setting($1, true) as owner', [OWNER_SETTING])
    return Number(rows[0].owner)
  })
}

async function createDatabase(connection: Connection): Promise<void> {
  await withClient({ ...connection, database: 'postgres' }, async (client) => {
    await client.query(`create database ${pg.escapeIdentifier(connection.database)}`).catch((error) => {
      if (!MADE_BY_ANOTHER.includes(error.code)) throw error
    })
  })
}

async function withClient<T>(connection: Connection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...connection, ssl: false, connectionTimeoutMillis: 5_000 })
  // A server that dies between two answers is also reported here; the pending call fails by itself.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
