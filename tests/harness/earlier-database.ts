import { onTestFinished } from 'vitest'
import { migrate } from '../../src/platform/database/migrate.ts'
import { baseline } from '../../src/platform/database/migrations/standing.ts'
import { createOwnedDatabase, type TestDatabase } from './database.ts'

/**
 * A database with a single account, as a version from before the baseline left it whose newest migration this is
 * (decision 122). Its tables are those of the baseline, with the functions that these use: only its list of migrations
 * is older.
 */
export async function databaseFromBefore(newest = '0128_own_amounts'): Promise<TestDatabase> {
  const database = await createOwnedDatabase('template1')
  onTestFinished(() => database.close())
  await migrate(database.address, { upTo: baseline })
  await database.pool.query(`
    update migrations set name = '0001_accounts', run_on = run_on - interval '1 year';
    insert into migrations (name, run_on) values ('${newest}', localtimestamp);
    do $$
    declare f regprocedure;
    begin
      for f in select objoid from pg_description where classoid = 'pg_proc'::regclass and description like '%db/functions%' loop
        execute format('comment on function %s is null', f);
      end loop;
    end $$`)
  return database
}
