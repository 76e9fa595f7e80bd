import type pg from 'pg'
import { applicationName } from '../database/database.ts'
import { OperatorError } from '../operator-error.ts'
import { notOfExtension } from './catalog.ts'

/** What a restore finds: nothing to lose, or an earlier attempt with this archive that got as far as its rows. */
export type Found = 'empty' | 'loaded'

/**
 * Refuses a database that has something to lose. Throws OperatorError where Folio runs on it, where it has accounts or
 * another program's tables, and where a restore of another archive was not finished.
 */
export async function refuseUsed(client: pg.Client, archiveId: string, migrations: string[]): Promise<Found> {
  await refuseRunning(client)
  const { rows } = await client.query<{
    ours: boolean
    restoring: boolean
    tables: boolean
    users: boolean
  }>(`
    select to_regclass('public.migrations') is not null as ours,
      to_regclass('public.restoring') is not null as restoring,
      to_regclass('public.users') is not null as users,
      exists (select from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
        and ${notOfExtension('c.oid')}) as tables`)
  const [found] = rows
  if (!found?.tables) return 'empty'
  if (!found.ours) throw notEmpty()
  const done = await client.query<{ name: string }>('select name from public.migrations')
  if (done.rows.some(({ name }) => !migrations.includes(name))) throw notEmpty()
  if (found.restoring) {
    const of = await client.query<{ archive: string }>('select archive from public.restoring')
    if (of.rows[0]?.archive === archiveId) return 'loaded'
    throw new OperatorError(
      'A restore of another archive was not finished here. Finish it with that archive, or begin with an empty database.',
    )
  }
  if (found.users && (await client.query('select from public.users limit 1')).rowCount) throw notEmpty()
  return 'empty'
}

async function refuseRunning(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name = $1`,
    [applicationName],
  )
  if (rowCount) throw new OperatorError('Folio is running on this database. Stop it, then restore again.')
}

const notEmpty = () =>
  new OperatorError(
    'A backup is restored into an empty installation, and this database is not empty. Choose another data folder ' +
      '(DATA_DIR), or an empty database (DATABASE_URL).',
  )

/**
 * Takes away what an empty installation has: what the account owns in the schema `public`, and the tables of jobs. The
 * schema itself and what extensions made stay, since on a managed server they are another's.
 */
export async function makeBare(client: pg.Client): Promise<void> {
  try {
    await client.query(dropAll)
  } catch (error) {
    throw new OperatorError(
      `This database cannot be emptied: ${(error as Error).message}. Make an empty one that the account owns.`,
      { cause: error },
    )
  }
}

// Named before the first goes: a name that is gone by then could not be written any more.
const dropAll = `
  do $$
  declare statements text[] := array(
      select format('drop %s if exists %s cascade', case c.relkind when 'v' then 'view' when 'm' then 'materialized view'
        when 'S' then 'sequence' else 'table' end, c.oid::regclass)
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')
        and not c.relispartition and ${notOfExtension('c.oid')}
        and (c.relkind <> 'S' or not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i')))
      union all
      select format('drop routine if exists %s cascade', p.oid::regprocedure)
      from pg_proc p where p.pronamespace = 'public'::regnamespace and ${notOfExtension('p.oid')}
      union all
      select format('drop type if exists %s cascade', t.oid::regtype)
      from pg_type t where t.typnamespace = 'public'::regnamespace and t.typtype in ('d', 'e')
        and ${notOfExtension('t.oid')});
    statement text;
  begin
    foreach statement in array statements loop execute statement; end loop;
    drop schema if exists graphile_worker cascade;
  end $$`
