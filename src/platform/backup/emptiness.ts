import type pg from 'pg'
import { applicationName } from '../database/database.ts'
import { standingOf } from '../database/migrations/standing.ts'
import { OperatorError } from '../operator-error.ts'
import { notOfExtension } from './catalog.ts'

/** What a restore finds: nothing to lose, or an earlier attempt with this archive that has committed its rows. */
export type Found = 'empty' | 'loaded'

/**
 * Refuses a database that has something to lose. Throws OperatorError if Folio runs on it, if it has accounts or
 * another program's tables, and if a restore of another archive has committed its rows and was not finished.
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
  if (found.restoring) {
    // Until the archive is loaded, the mark is all there is to lose, since no program could start meanwhile.
    const { rows: marks } = await client.query<{ archive: string; is_loaded: boolean }>(
      `select archive, coalesce((to_jsonb(restoring) ->> 'is_loaded')::boolean, true) as is_loaded from public.restoring`,
    )
    const [mark] = marks
    if (!mark?.is_loaded) return 'empty'
    if (mark.archive === archiveId) return 'loaded'
    throw new OperatorError(
      'A restore of another archive was not finished here. Finish it with that archive, or begin with an empty database.',
    )
  }
  if (!found.ours) throw notEmpty()
  const done = await client.query<{ name: string }>('select name from public.migrations order by id')
  const standing = standingOf(
    done.rows.map(({ name }) => name),
    migrations,
  )
  if (standing.is !== 'known') throw notEmpty()
  if (found.users && (await client.query('select from public.users limit 1')).rowCount) throw notEmpty()
  return 'empty'
}

/** Throws OperatorError if Folio is connected to the database. */
export async function refuseRunning(client: pg.Client): Promise<void> {
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
 * Removes what an empty installation has: everything that the account owns in the schema `public`, and the tables of
 * jobs. The schema itself and the objects of extensions stay, since on a managed server they belong to somebody else.
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

/**
 * Marks a bare database: until the mark is dropped no program starts on it. `is_loaded` is set in the transaction that
 * loads the archive's rows.
 */
export async function markRestoring(client: pg.Client, archiveId: string): Promise<void> {
  await client.query(
    'create table public.restoring (archive uuid not null, is_loaded boolean not null default false)',
  )
  await client.query('insert into public.restoring (archive) values ($1)', [archiveId])
}

/** Drops the mark: from now on programs start on the database. */
export const dropMark = (client: pg.Client) => client.query('drop table public.restoring')

// All names are written before the first object is dropped: the name of a dropped object cannot be written any more.
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
    drop schema if exists rest, graphile_worker cascade;
  end $$`
