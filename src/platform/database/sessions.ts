import type pg from 'pg'
import { OperatorError } from '../operator-error.ts'
import { connectAtStart } from './connect.ts'
import type { DatabaseAddress } from './database.ts'

const patienceMs = 5_000

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
  const question = { text: 'select pg_backend_pid() as pid', query_timeout: patienceMs }
  const answer = await client.query<{ pid: number }>(question).catch(() => undefined)
  return answer?.rows[0]?.pid
}
