import type pg from 'pg'
import { type Pending, readPending } from '../database/migrations/pending.ts'
import { wayToBaseline } from '../database/migrations/standing.ts'
import { readRights } from '../database/rights/rights.ts'
import { type Finding, fail, type HealthCheck, ok, warn } from './line.ts'

const extensions = ['btree_gin', 'btree_gist', 'pg_trgm', 'unaccent']
const behindMs = { warn: 2_000, fail: 30_000 }

/**
 * Checks the database: its server, the account `app` (the current one if unset), state and clock. `needed` is how many
 * connections Folio may take.
 */
export const checkDatabase = (pool: pg.Pool, needed: number, app?: string): HealthCheck[] => [
  { name: 'database', check: () => checkServer(pool, needed) },
  { name: 'account', check: () => checkAccount(pool, app) },
  { name: 'migrations', check: () => checkMigrations(pool) },
  { name: 'clock', check: () => checkClock(pool) },
]

async function checkServer(pool: pg.Pool, needed: number): Promise<Finding> {
  const { rows } = await pool.query<{ version: string; free: number; readonly: boolean; has: string[] }>(`
    select current_setting('server_version') as version,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - (select count(*) from pg_stat_activity where usesysid is not null and datid is not null)::int as free,
      pg_is_in_recovery() or current_setting('default_transaction_read_only')::bool as readonly,
      array(select extname::text from pg_extension) as has`)
  const [{ version, free, readonly, has }] = rows as [(typeof rows)[number]]
  if (readonly) return fail('The database accepts no changes.', 'Point DATABASE_URL to the server that does.')
  const missing = extensions.filter((name) => !has.includes(name))
  if (missing.length > 0)
    return fail(
      `Extensions are missing: ${missing.join(', ')}.`,
      'Let the account create them, and start Folio.',
    )
  if (free < needed)
    return warn(
      `PostgreSQL ${version} has ${free} connections left.`,
      `Raise max_connections, lower DATABASE_POOL or run fewer processes: Folio takes up to ${needed} on a machine.`,
    )
  return ok(`PostgreSQL ${version}, ${free} connections free.`)
}

async function checkAccount(pool: pg.Pool, app?: string): Promise<Finding> {
  const { rows } = await pool.query<{ name: string; there: boolean }>(
    `select current_user as name, to_regclass('public.migrations') is not null
       and to_regclass('graphile_worker.migrations') is not null as there`,
  )
  const [{ name: asking, there }] = rows as [(typeof rows)[number]]
  const name = app ?? asking
  if (!there) return ok(`${name} finds no tables yet.`)
  const { owner, isUndivided, deviations } = await readRights(pool, name)
  if (isUndivided)
    return warn(
      `${name} owns the ledger, or may act as ${owner}, which does: it could change posted rows.`,
      'Let it belong to another account: docs/operating.md#two-accounts.',
    )
  if (deviations.length > 0)
    return fail(
      `${name} ${deviations.slice(0, 3).join('; ')}${deviations.length > 3 ? `; and ${deviations.length - 3} more` : ''}.`,
      `Start Folio once with the account ${owner} (DATABASE_OWNER_URL): it gives ${name} its rights. For the rights that it cannot give see docs/operating.md#two-accounts.`,
    )
  return ok(`${name} can add to the ledger, and ${owner} owns it.`)
}

async function checkMigrations(pool: pg.Pool): Promise<Finding> {
  const pending = await readPending(pool)
  if (pending.is !== 'known') return refusalOf(pending)
  const { missing, changesFunctions, newest } = pending
  const todo = 'Make a backup, then start Folio: it does so.'
  if (missing.length > 0) return warn(`${missing.length} migrations have to be run.`, todo)
  if (changesFunctions) return warn('Functions of the database need an update.', todo)
  return ok(`Up to date: ${newest}.`)
}

/** Why this version does not go on from a database. */
export function refusalOf(pending: Exclude<Pending, { is: 'known' }>): Finding {
  switch (pending.is) {
    case 'restoring':
      return fail('A restore was not finished.', 'Run npm run restore with the same archive again.')
    case 'empty':
      return warn('The database is empty.', 'Start Folio once.')
    case 'newer':
      return fail(
        `${pending.migration} is from a newer version of Folio.`,
        'Start that version, or restore a backup.',
      )
    case 'older':
      return fail(
        `${pending.migration} is from a version of Folio that this one cannot continue from.`,
        wayToBaseline,
      )
  }
}

async function checkClock(pool: pg.Pool): Promise<Finding> {
  const asked = Date.now()
  const { rows } = await pool.query<{ ms: number }>(
    `select extract(epoch from clock_timestamp()) * 1000 as ms`,
  )
  const apart = Math.abs(Number(rows[0]?.ms) - (asked + Date.now()) / 2)
  const says = `This machine and the database are ${(apart / 1000).toFixed(1)} s apart.`
  const todo = 'Let both keep their time by NTP: codes of authenticator apps and sessions depend on it.'
  if (apart > behindMs.fail) return fail(says, todo)
  return apart > behindMs.warn ? warn(says, todo) : ok(says)
}
