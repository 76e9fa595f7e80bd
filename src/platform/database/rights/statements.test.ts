import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../tests/harness/database.ts'
import { insertOrder, insertPerson } from '../../../../tests/harness/factories.ts'
import { protectedTables } from './protected-tables.ts'
import { readRights } from './rights.ts'

// Every kind of statement, as the app's account, on every protected table and column; a new table is tried as well
// (docs/decisions/0086-another-account-owns.md).

let database: TestDatabase
let app: pg.PoolClient
let owner: string
let before: unknown
beforeAll(async () => {
  database = await createTestDatabase()
  await insertPerson(database.db)
  await insertOrder(database.db)
  owner = database.owner.address.user
  app = await database.pool.connect()
  before = await everything()
})
afterAll(async () => {
  app.release(true)
  await database.close()
})

const ask = async <Row extends pg.QueryResultRow>(statement: string, values: unknown[] = []) =>
  (await database.owner.pool.query<Row>(statement, values)).rows

/** How the protected tables are made, and what is in them. */
const everything = async () => ({
  made: await ask(
    `select c.relname, c.relowner, c.relacl, c.relrowsecurity, c.reloptions,
       array(select (attname, atttypid, attnotnull, attisdropped, attacl)::text from pg_attribute a
         where a.attrelid = c.oid and attnum > 0 order by attnum) as columns,
       array(select pg_get_constraintdef(k.oid) from pg_constraint k where k.conrelid = c.oid order by conname) as constraints,
       array(select (tgname, tgenabled, tgfoid)::text from pg_trigger t where t.tgrelid = c.oid order by tgname) as triggers,
       array(select rulename::text from pg_rewrite r where r.ev_class = c.oid order by 1) as rules,
       array(select indexrelid::regclass::text from pg_index i where i.indrelid = c.oid order by 1) as indexes
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relname = any ($1) order by 1`,
    [Object.keys(protectedTables)],
  ),
  rows: await Promise.all(
    Object.keys(protectedTables).map((table) =>
      ask(`select '${table}' as of, t::text as row from ${table} t order by 2`),
    ),
  ),
})

/** The SQLSTATE with which the database refuses a statement of the app's. */
const refusal = (statement: string) =>
  app.query(statement).then(
    () => 'nothing',
    (error: { code?: string }) => error.code,
  )
/** The account lacks the right. */
const forbidden = '42501'
async function expectForbidden(statements: string[]) {
  for (const statement of statements) expect(await refusal(statement), statement).toBe(forbidden)
}

type Column = { name: string; type: string; is_made: boolean }
const columnsOf = (table: string) =>
  ask<Column>(
    `select quote_ident(attname) as name, format_type(atttypid, atttypmod) as type,
       attgenerated <> '' or attidentity = 'a' as is_made
     from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [table],
  )
const constraintsOf = async (table: string, types: string) =>
  (
    await ask<{ name: string }>(
      'select quote_ident(conname) as name from pg_constraint where conrelid = $1::regclass and strpos($2, contype::text) > 0',
      [table, types],
    )
  ).map(({ name }) => name)
const triggersOf = async (table: string) =>
  (
    await ask<{ name: string }>(
      'select quote_ident(tgname) as name from pg_trigger where tgrelid = $1::regclass and not tgisinternal',
      [table],
    )
  ).map(({ name }) => name)

/** Statements that change a column. */
const changes = (table: string, { name }: Column, keys: string[]) => [
  `update ${table} set ${name} = ${name}`,
  `update ${table} set ${name} = default`,
  `with changed as (update ${table} set ${name} = ${name} returning 1) select from changed`,
  `merge into ${table} t using ${table} s on false when matched then update set ${name} = s.${name}`,
  ...keys.map(
    (key) => `insert into ${table} (${name}) select ${name} from ${table} where false
      on conflict on constraint ${key} do update set ${name} = excluded.${name}`,
  ),
]

/** Statements that add rows. */
const additions = (table: string, columns: Column[]) => [
  `insert into ${table} default values`,
  `merge into ${table} t using ${table} s on false when not matched then insert default values`,
  `copy ${table} from stdin`,
  ...columns.flatMap(({ name }) => [
    `insert into ${table} (${name}) select ${name} from ${table}`,
    `insert into ${table} (${name}) select ${name} from ${table} on conflict do nothing`,
    `copy ${table} (${name}) from stdin`,
  ]),
]

/** Statements that remove rows one by one. */
const removals = (table: string) => [
  `delete from ${table}`,
  `with gone as (delete from ${table} returning 1) select from gone`,
  `merge into ${table} t using ${table} s on false when matched then delete`,
]

/** Statements that alter a column. */
const alterations = (table: string, { name }: Column) => [
  `alter table ${table} alter column ${name} set default null`,
  `alter table ${table} alter column ${name} drop not null`,
  `alter table ${table} alter column ${name} type text`,
  `alter table ${table} alter column ${name} drop expression`,
  `alter table ${table} rename column ${name} to planted`,
  `alter table ${table} drop column ${name} cascade`,
  `create index on ${table} (${name})`,
  `comment on column ${table}.${name} is 'planted'`,
]

/** Statements about the table as a whole. */
const works = (table: string, one: Column) => [
  `truncate ${table}`,
  `truncate ${table} cascade`,
  `copy ${table} to program 'true'`,
  `copy ${table} from program 'true'`,
  `copy ${table} from '/dev/null'`,
  `drop table ${table}`,
  `drop table ${table} cascade`,
  `create trigger planted before insert on ${table} for each row execute function refuse_change()`,
  `create rule planted as on update to ${table} do instead nothing`,
  `create policy planted on ${table} using (false)`,
  `create statistics planted on ${one.name}, (1) from ${table}`,
  `create temporary table planted () inherits (${table})`,
  `create publication planted for table ${table}`,
  `comment on table ${table} is 'planted'`,
  ...[
    'owner to current_user',
    'rename to planted',
    'set schema pg_temp',
    'set unlogged',
    'set (autovacuum_enabled = off)',
    'disable trigger all',
    'disable trigger user',
    'add column planted int',
    'add check (false) not valid',
    'enable row level security',
    'replica identity nothing',
    'cluster on planted',
  ].map((change) => `alter table ${table} ${change}`),
]

/** Statements about its triggers and constraints. */
const guards = (table: string, triggers: string[], constraints: string[]) => [
  ...triggers.flatMap((name) => [
    `drop trigger ${name} on ${table}`,
    `alter trigger ${name} on ${table} rename to planted`,
    `alter table ${table} disable trigger ${name}`,
    `alter table ${table} enable replica trigger ${name}`,
  ]),
  ...constraints.flatMap((name) => [
    `alter table ${table} drop constraint ${name} cascade`,
    `alter table ${table} rename constraint ${name} to planted`,
  ]),
]

describe.each(Object.entries(protectedTables))('%s', (table, { updates, deletes, adds }) => {
  it('takes no change of a column, by whatever statement, but of those that its triggers let change', async () => {
    const keys = await constraintsOf(table, 'pu')
    for (const column of await columnsOf(table)) {
      // Nobody changes what the database makes of others.
      if (!updates.includes(column.name) && !column.is_made)
        await expectForbidden(changes(table, column, keys))
      await expectForbidden(alterations(table, column))
      // Neither is it held by a reference; a temporary table may have none to another kind.
      const reference = `create temporary table planted (it ${column.type} references ${table} (${column.name}))`
      expect(await refusal(reference), reference).toMatch(/^(42501|42P16|42830)$/)
    }
  })

  it('loses no row, and neither it nor its triggers and keys are altered', async () => {
    const columns = await columnsOf(table)
    await expectForbidden(works(table, columns[0] as Column))
    await expectForbidden(guards(table, await triggersOf(table), await constraintsOf(table, 'pufc')))
    if (!deletes) await expectForbidden(removals(table))
    const given = columns.filter(({ is_made }) => !is_made)
    if (adds === false) await expectForbidden(additions(table, given))
    // What it is allowed, or only told that it did nothing, changes nothing (looked at below).
    await app.query(`grant all on ${table} to public`)
    await app.query(`begin; lock table ${table} in access exclusive mode; commit`)
    await app.query(`analyze ${table}; reindex table ${table}`)
  })
})

/** Columns that the app changes as it likes, though their table is protected: each with the reason. */
const free: Record<string, string> = {
  'admin_proposals.decided_by': 'who decided it, who may have left; that it was is kept',
  'ledger_questions.changed_at': 'when somebody last wrote',
  'ledger_questions.is_unread': 'whether the creator has seen the answer',
  'ledger_questions.state': 'whether it waits for an admin',
  'payout_batches.is_unanswered': 'whether the provider is asked again',
  'payout_batches.problem': 'what the provider said',
  'payout_holds.ended_by': 'who ended it, who may have left; that it ended is kept',
  'payout_lines.seen_unpaid': 'where an admin saw that, with its state',
  'platform_fees.taken_back_by': 'who ended it, who may have left; that it ended is kept',
  'payout_lines.provider_reference': 'what the provider calls it',
  'payout_lines.reason': 'why it failed, with its state',
  'payout_lines.state_at': 'since when, with its state',
  'payout_runs.decided_by': 'who decided it, who may have left; that it was is kept',
  'posting_runs.digest': 'of a run that went on after an interruption; verify compares it with the rows',
  'posting_runs.entries': 'the same',
  'transfers.reversed_by': 'who reversed it, who may have left; that it was is kept',
}

describe('the app’s account', () => {
  it('changes those columns that may change only as triggers let it', async () => {
    const guarded = await ask<{ column: string }>(
      `select distinct c.relname || '.' || a.attname as column
       from pg_trigger t join pg_class c on c.oid = t.tgrelid
       join pg_attribute a on a.attrelid = c.oid and (cardinality(t.tgattr::int2[]) = 0 or a.attnum = any (t.tgattr::int2[]))
       where not t.tgisinternal and t.tgtype & 16 > 0 and c.relname = any ($1)`,
      [Object.keys(protectedTables)],
    )
    const known = new Set(guarded.map(({ column }) => column))
    const loose = Object.entries(protectedTables).flatMap(([table, { updates }]) =>
      updates.map((column) => `${table}.${column}`).filter((column) => !known.has(column)),
    )
    expect(loose.sort()).toEqual(Object.keys(free).sort())
  })

  it('replaces, drops and takes no function, and none that acts as the owner works on a table of its own', async () => {
    const functions = await ask<{ name: string; is_owners_trigger: boolean }>(`
      select p.oid::regprocedure::text as name, p.prosecdef and p.prorettype = 'trigger'::regtype as is_owners_trigger
      from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`)
    expect(functions.length).toBeGreaterThan(50)
    await expectForbidden(
      functions.flatMap(({ name }) => [
        `alter function ${name} set jit = off`,
        `alter function ${name} reset all`,
        `alter function ${name} security invoker`,
        `alter function ${name} owner to current_user`,
        `alter function ${name} rename to planted`,
        `drop function ${name} cascade`,
      ]),
    )
    const ofOwner = functions.filter(({ is_owners_trigger }) => is_owners_trigger)
    expect(ofOwner.length).toBeGreaterThan(2)
    await expectForbidden(
      ofOwner.map(
        ({ name }) => `create temporary table planted (id uuid, user_id uuid, payee_id uuid, claimed_by uuid);
          create trigger planted after insert on planted for each row execute function ${name}`,
      ),
    )
  })

  it('makes nothing in the schema, and becomes nobody else', async () => {
    const { user, database: name } = database.address
    await expectForbidden([
      `create or replace function refuse_change() returns trigger language plpgsql as 'begin return new; end'`,
      'create table planted ()',
      'create view planted as select 1',
      'create sequence planted',
      'create type planted as (a int)',
      `create function planted() returns int language sql as 'select 1'`,
      'create schema planted',
      'create extension pgcrypto',
      'create event trigger planted on ddl_command_start execute function refuse_change()',
      'create foreign data wrapper planted',
      'drop schema public cascade',
      `drop owned by ${owner}`,
      `reassign owned by ${owner} to current_user`,
      `alter default privileges for role ${owner} grant all on tables to ${user}`,
      'set session_replication_role = replica',
      `set role ${owner}`,
      `set session authorization ${owner}`,
      `grant ${owner} to ${user}`,
      'create role planted',
      ...['superuser', 'createrole', 'createdb', 'replication', 'bypassrls'].map(
        (right) => `alter role ${user} ${right}`,
      ),
      `alter role ${owner} set search_path = pg_temp`,
      `alter role ${owner} in database ${name} set search_path = pg_temp`,
      `alter role all in database ${name} set search_path = pg_temp`,
      `alter database ${name} set search_path = pg_temp`,
      'alter database postgres set search_path = pg_temp',
      `select pg_read_file('postgresql.conf')`,
      `select pg_ls_dir('.')`,
      `select lo_import('/etc/passwd')`,
      'select pg_reload_conf()',
      `copy (select 1) to program 'true'`,
      `copy (select 1) to '/tmp/planted'`,
    ])
  })

  it('may make settings for itself, which count for none of its connections, and are told', async () => {
    const { user, database: name } = database.address
    await app.query(`alter role ${user} in database ${name} set search_path = pg_temp, public`)
    expect((await readRights(database.pool, user)).deviations).toEqual([
      'has a setting of its own: search_path=pg_temp, public',
    ])
    await app.query(`alter role ${user} in database ${name} reset all`)
    expect((await readRights(database.pool, user)).deviations).toEqual([])
  })

  it('has changed nothing by all of that', async () => {
    expect(await everything()).toEqual(before)
  })
})
