import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import {
  createOwnedDatabase,
  createTestDatabase,
  type TestDatabase,
} from '../../../../tests/harness/database.ts'
import { migrate } from '../migrate.ts'
import { readRights } from '../rights/rights.ts'
import { guard, markEarlier, readFunctions } from './functions.ts'
import { baseline, databaseFolder } from './standing.ts'

// Decision 122, One baseline: a function is what its file says, whatever the database had before.

type Asked = Pick<TestDatabase, 'pool'>

/** The names of all functions but those of extensions. */
const namesIn = async ({ pool }: Asked): Promise<string[]> =>
  (
    await pool.query(`
      select proname as name from pg_proc p where pronamespace = 'public'::regnamespace and prokind = 'f'
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1`)
  ).rows.map(({ name }) => name)

const definitionOf = async ({ pool }: Asked, name: string): Promise<string> =>
  (await pool.query('select pg_get_functiondef($1::regproc) as text', [name])).rows[0].text

const triggersOf = async ({ pool }: Asked, name: string): Promise<string[]> =>
  (
    await pool.query(
      `select tgname from pg_trigger where tgfoid = $1::regproc and tgparentid = 0 order by 1`,
      [name],
    )
  ).rows.map(({ tgname }) => tgname)

/** A copy of the program's own folder, which the test changes. */
let folder: string
let database: TestDatabase
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'folio-database-'))
  for (const part of ['schema', 'migrations', 'functions', 'views'])
    cpSync(path.join(databaseFolder, part), path.join(folder, part), { recursive: true })
  database = await createTestDatabase()
  onTestFinished(async () => {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  })
})

const app = () => database.address.user
const start = () => migrate(database.owner.address, { folder, app: app() })
const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text)

it('the functions of a fresh database are those of the files, and made again they are the same', async () => {
  expect(
    readFunctions()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(await namesIn(database))
  const all = async () =>
    (
      await database.owner.pool.query(`
        select pg_get_functiondef(p.oid) || proacl::text as text from pg_proc p
        join pg_description d on d.objoid = p.oid and description like '%db/functions%'
        union all
        select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = tgrelid
        where relnamespace = 'public'::regnamespace and not tgisinternal and tgparentid = 0
        order by 1`)
    ).rows
  const before = await all()
  const client = await database.owner.pool.connect()
  await markEarlier(client, readFunctions())
  client.release()
  await start()
  expect(await all()).toEqual(before)
})

it('a trigger stands in the file of the function that it calls, or calls the one that refuses changes', () => {
  const calls = (file: string) => [
    ...readFileSync(path.join(databaseFolder, file), 'utf8').matchAll(
      /create (?:constraint )?trigger \w+[^;]*?execute function (\w+)/g,
    ),
  ]
  const inTables = ['schema', 'migrations'].flatMap((part) =>
    readdirSync(path.join(databaseFolder, part)).flatMap((file) => calls(`${part}/${file}`)),
  )
  expect(new Set(inTables.map(([, name]) => name))).toEqual(new Set([guard]))
  for (const { name, file } of readFunctions())
    for (const [, called] of calls(file.replace('db/', ''))) expect([file, called]).toEqual([file, name])
})

it('a text that has changed is applied by the next start, with its triggers, and rights stay as they should be', async () => {
  expect(await start()).toEqual([])
  const people = 'functions/people/start_follow_counts.sql'
  expect(await triggersOf(database, 'start_follow_counts')).toEqual(['profiles_follow_counts'])
  write(
    people,
    `create or replace function start_follow_counts() returns trigger language plpgsql as $$
     begin /* anew */ return new; end $$;
     create trigger profiles_begin after insert on profiles for each row execute function start_follow_counts();`,
  )
  await start()
  expect(await definitionOf(database, 'start_follow_counts')).toContain('anew')
  expect(await triggersOf(database, 'start_follow_counts')).toEqual(['profiles_begin'])
  expect((await readRights(database.owner.pool, app())).deviations).toEqual([])
})

it('a function whose file is gone is dropped with its triggers; one of the operator’s own stays', async () => {
  await database.owner.pool.query(`create function of_the_operator() returns int language sql as 'select 1'`)
  rmSync(path.join(folder, 'functions/people/start_follow_counts.sql'))
  await start()
  const names = await namesIn(database)
  expect(names).not.toContain('start_follow_counts')
  expect(names).toContain('of_the_operator')
})

it('a function that gets another name keeps its triggers’ names', async () => {
  const file = path.join(folder, 'functions/people/start_follow_counts.sql')
  const text = readFileSync(file, 'utf8').replaceAll('start_follow_counts', 'begin_follow_counts')
  rmSync(file)
  write('functions/people/begin_follow_counts.sql', text)
  await start()
  expect(await triggersOf(database, 'begin_follow_counts')).toEqual(['profiles_follow_counts'])
  expect(await namesIn(database)).not.toContain('start_follow_counts')
})

it('other arguments are another function, and the one of before goes', async () => {
  write(
    'functions/platform/search_pattern.sql',
    `create or replace function search_pattern(text text, whole boolean) returns text language sql immutable as $$ select text $$;`,
  )
  await start()
  expect(await definitionOf(database, 'search_pattern')).toContain('whole boolean')
})

it('a migration and the functions of the same version come together, or not at all', async () => {
  write('migrations/9000_planted.sql', 'create table planted (id int primary key, at date);')
  const of = (column: string) =>
    `create or replace function planted_at() returns date language sql stable as $$ select ${column} from planted $$;`
  write('functions/people/planted_at.sql', of('nothing'))
  await expect(start()).rejects.toThrow(
    /db\/functions\/people\/planted_at.sql:1: column "nothing" does not exist/,
  )
  const there = async () =>
    (await database.pool.query(`select to_regclass('planted') as table`)).rows[0].table
  expect(await there()).toBeNull()
  write('functions/people/planted_at.sql', of('at'))
  expect(await Promise.all([start(), start()])).toContainEqual(['9000_planted'])
  expect(await there()).toBe('planted')
  expect((await readRights(database.owner.pool, app())).deviations).toEqual([])
})

it('an empty database comes as far as an archive is, and then to the end', async () => {
  const { address, pool, close } = await createOwnedDatabase('template1')
  onTestFinished(close)
  write('migrations/9000_planted.sql', 'alter table users add column planted int;')
  expect(await migrate(address, { folder, upTo: baseline })).toEqual([baseline])
  // What loading an archive calls is there.
  await pool.query(`select ensure_clicks_partition('2020-02-01')`)
  expect((await migrate(address, { folder })).at(-1)).toBe('9000_planted')
  expect(await namesIn({ pool })).toEqual(await namesIn(database))
})
