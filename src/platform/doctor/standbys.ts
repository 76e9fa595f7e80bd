import pg from 'pg'
import { reasonOf } from '../database/connect.ts'
import { splitHosts } from '../database/hosts.ts'
import { identityOf } from '../database/identity.ts'
import { type Finding, type HealthCheck, ok, warn } from './line.ts'

const patienceMs = 3_000
/** A standby that follows within milliseconds has less to replay; with more the primary answers most reads. */
const behindMegabytes = 16

/** Only these about the primary, which may be in the list as well. */
type Found = { name: string; behind?: number; trouble?: string }

/** The standbys that answer reads (decision 91), if there are any. */
export const checkStandbys = (pool: pg.Pool, readUrl: string | undefined): HealthCheck[] =>
  readUrl ? [{ name: 'standbys', check: () => checkAll(pool, splitHosts(readUrl)) }] : []

async function checkAll(pool: pg.Pool, urls: string[]): Promise<Finding> {
  const { rows } = await pool.query<{ at: string }>('select pg_current_wal_insert_lsn()::text as at')
  const identity = await identityOf(pool)
  const found = await Promise.all(urls.map((url) => lookAtOne(url, { at: rows[0]?.at ?? '0/0', identity })))
  const troubles = found.flatMap(({ name, trouble }) => (trouble ? [`${name} ${trouble}`] : []))
  const standbys = found.flatMap(({ behind }) => (behind === undefined ? [] : [behind]))
  if (troubles.length > 0)
    return warn(
      `In DATABASE_READ_URL: ${troubles.join('; ')}.`,
      'The others answer meanwhile. Correct the address, start the server, or let it follow the primary.',
    )
  if (standbys.length === 0)
    return warn(
      'No server of DATABASE_READ_URL is a standby: the primary answers everything.',
      'Name standbys there, or remove it.',
    )
  const megabytes = Math.max(0, ...standbys) / 1_000_000
  return megabytes > behindMegabytes
    ? warn(
        `A standby is ${Math.round(megabytes)} MB behind: the primary answers in its place.`,
        'Check whether it is busy, or a long query there blocks it.',
      )
    : ok(`${standbys.length} of ${urls.length} servers are standbys, up to date.`)
}

/** How many bytes a server has to replay up to the primary's position. */
async function lookAtOne(url: string, primary: { at: string; identity: string | undefined }): Promise<Found> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
  })
  const name = `${client.host}:${client.port}`
  client.on('error', () => {})
  try {
    await client.connect()
    if ((await identityOf(client)) !== primary.identity) return { name, trouble: 'holds another database' }
    const { rows } = await client.query<{ standby: boolean; follows: boolean; behind: number }>(
      `select pg_is_in_recovery() as standby, exists (select from pg_stat_wal_receiver) as follows,
         case when pg_is_in_recovery() then pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn()) end::float8 as behind`,
      [primary.at],
    )
    const [{ standby, follows, behind }] = rows as [(typeof rows)[number]]
    if (!standby) return { name }
    return follows ? { name, behind } : { name, trouble: 'follows nobody' }
  } catch (error) {
    return { name, trouble: `does not answer (${reasonOf(error).replace(/\.$/, '')})` }
  } finally {
    void client.end().catch(() => {})
  }
}
