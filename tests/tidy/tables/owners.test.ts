import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { passedTables } from '../../../db/passed-tables.ts'
import * as hooks from '../../../db/table-hooks.ts'
import * as declared from '../../../db/table-owners.ts'
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts'
import { projectDir, projectFiles } from '../project-files.ts'
import { ownershipProblems, type Schema } from './ownership.ts'
import { tableUses } from './table-use.ts'

const functions = path.join(projectDir, 'db/functions')
/** Each slice's functions: the files of its folder. */
const functionOwners = Object.fromEntries(
  readdirSync(functions).map((slice) => [
    slice,
    readdirSync(path.join(functions, slice)).map((file) => path.basename(file, '.sql')),
  ]),
)
const owners = { ...declared, functionOwners, ...hooks, passedTables }

// Backups move all tables, whosever they are: they are named by the catalog (decision 75). Table queries read views, as
// an account that may read nothing else (decision 128).
const isProgram = (file: string) =>
  /^src\/.*\.ts$/.test(file) &&
  !/\.test\.ts$|\/testing\/|^src\/(?:web|platform\/backup|rest\/reading)\//.test(file)
const uses = tableUses(projectFiles().filter(({ path }) => isProgram(path)))

async function freshDatabase() {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  return database
}

/** What is in a database's schema, by its catalogs. Nothing of extensions, and of tables no partitions. */
async function schemaOf({ pool }: TestDatabase): Promise<Schema> {
  const rows = async <T>(statement: string): Promise<T[]> => (await pool.query(statement)).rows
  const isOfExtension = (catalog: string) => `exists (
    select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = o.oid and d.deptype = 'e')`
  const tables = await rows<{ name: string }>(`
    select o.relname as name from pg_class o
    where o.relnamespace = 'public'::regnamespace and o.relkind in ('r', 'p', 'v', 'm', 'f')
      and not o.relispartition and not ${isOfExtension('pg_class')} order by 1`)
  return {
    tables: tables.map(({ name }) => name),
    functions: await rows(`
      select o.proname as name, pg_get_functiondef(o.oid) as definition from pg_proc o
      where o.pronamespace = 'public'::regnamespace and o.prokind in ('f', 'p') and not ${isOfExtension('pg_proc')}
      union all
      select o.relname, pg_get_viewdef(o.oid) from pg_class o
      where o.relnamespace = 'public'::regnamespace and o.relkind in ('v', 'm') order by 1`),
    triggers: await rows(`
      select o.tgname as name, c.relname as "table", p.proname as calls,
        array_remove(array[o.tgoldtable::text, o.tgnewtable::text], null) as rows
      from pg_trigger o join pg_class c on c.oid = o.tgrelid join pg_proc p on p.oid = o.tgfoid
      where not o.tgisinternal and o.tgparentid = 0 and c.relnamespace = 'public'::regnamespace order by 1`),
    cascades: await rows(`
      select o.conrelid::regclass::text as "table", o.confrelid::regclass::text as "refersTo" from pg_constraint o
      where o.contype = 'f' and o.conparentid = 0 and o.confdeltype in ('c', 'n', 'd') order by 1`),
  }
}

it('tables are written by their owners alone, and read by others for a reason (db/table-owners.ts)', async () => {
  expect(ownershipProblems(uses, await schemaOf(await freshDatabase()), owners)).toEqual([])
})

it('uses of all kinds are found, so that none passes unchecked', async () => {
  const seen = uses.flatMap((file) => file.uses.map(({ name, kind }) => `${file.file}: ${kind} ${name}`))
  expect(seen.length).toBeGreaterThan(800)
  expect(seen).toContain('src/identity/sql.ts: write users')
  expect(seen).toContain('src/clicks/recording/sql.ts: call record_clicks')
  const { functions, triggers, cascades } = await schemaOf(await freshDatabase())
  expect(functions.find(({ name }) => name === 'record_clicks')?.definition).toContain('from products')
  expect(triggers).toContainEqual({
    name: 'followers_counted',
    table: 'followers',
    calls: 'count_follows',
    rows: ['changed'],
  })
  expect(cascades).toContainEqual({ table: 'profiles', refersTo: 'users' })
})

it('what a migration adds without an owner is found, and what its functions write', async () => {
  const database = await freshDatabase()
  await database.owner.pool.query(`
    create table planted ();
    create function planted_person() returns void language sql
    begin atomic insert into users (email) values ('a@example.org'); end;
    create or replace function set_link_owner() returns trigger language plpgsql as $$
    begin
      update profiles set username = 'planted' where id = new.user_id;
      return new;
    end $$;
    create trigger planted_follow after insert on users for each row execute function count_follows()`)
  expect(ownershipProblems(uses, await schemaOf(database), owners)).toEqual([
    'planted_person() has no owner in db/functions',
    'set_link_owner(): folio writes profiles of people',
    'the trigger planted_follow on users of identity calls count_follows() of people',
    'planted has no owner in db/table-owners.ts',
  ])
})
