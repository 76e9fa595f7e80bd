import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { notOfExtension } from '../../backup/catalog.ts'
import { runFile } from './run-file.ts'
import { databaseFolder } from './standing.ts'

/** A function of db/functions: its file holds it, its reason, and the triggers that call it. */
type DatabaseFunction = { name: string; file: string; text: string; mark: string }

type Asked = pg.ClientBase | pg.Pool

/**
 * Attached to tables by db/schema and by migrations, in the table's own file: these triggers are no part of the
 * function's file.
 */
export const guard = 'refuse_change'

/** The comment of a function that was made from a file; it identifies that file's text. */
const markOf = (text: string) => `${markBegins}${createHash('sha256').update(text).digest('hex')}`
const markBegins = 'Made by Folio of db/functions: '

/**
 * The functions of the files, in any order. Read synchronously and not by the pool of threads, which takes ten times as
 * long for a hundred small files.
 */
export function readFunctions(folder = databaseFolder): DatabaseFunction[] {
  const root = path.join(folder, 'functions')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.sql'),
  )
  return files.map((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    return { name: path.basename(file, '.sql'), file: `db/functions/${file}`, text, mark: markOf(text) }
  })
}

/** Makes the functions that the tables of `schema` use, though they may use tables that do not exist yet. */
export async function makeFunctionsOf(client: pg.Client, schema: string, functions: DatabaseFunction[]) {
  const used = namesIn(schema, byName(functions))
  await client.query('set local check_function_bodies = off')
  for (const { file, text } of calledFirst(functions, (name) => used.has(name)))
    await runFile(client, file, text)
  await client.query('set local check_function_bodies = on')
}

/** Whether the database has all of these functions as their files define them, and none whose file is gone. */
export async function areCurrent(client: Asked, functions: DatabaseFunction[]): Promise<boolean> {
  const made = await readMade(client)
  const marks = new Set(made.map(({ name, mark }) => `${name} ${mark}`))
  return made.length === functions.length && functions.every(({ name, mark }) => marks.has(`${name} ${mark}`))
}

/**
 * Makes each function anew whose text has changed, with its triggers, and drops those whose file is gone, in the
 * caller's transaction.
 */
export async function applyFunctions(client: pg.Client, functions: DatabaseFunction[]): Promise<void> {
  const before = await readMade(client)
  const made = new Map(before.map(({ name, mark }) => [name, mark]))
  // First, since a function that was given another name has the same triggers.
  for (const { oid, name } of before)
    if (!functions.some((one) => one.name === name)) await dropTriggers(client, `p.oid = ${oid}`)
  for (const { name, file, text, mark } of calledFirst(functions)) {
    if (made.get(name) === mark) continue
    const named = `p.proname = ${pg.escapeLiteral(name)}`
    if (made.has(name) && name !== guard) await dropTriggers(client, named)
    await runFile(client, file, `${text}\n${commentOn(`${named} order by p.oid desc limit 1`, mark)}`)
  }
  // A function with other arguments is another function.
  const wanted = new Set(functions.map(({ mark }) => mark))
  for (const { oid, mark } of await readMade(client)) {
    if (wanted.has(mark)) continue
    await dropTriggers(client, `p.oid = ${oid}`)
    const { rows } = await client.query(`select ${oid}::regprocedure::text as signature`)
    await client.query(`drop function ${rows[0].signature}`)
  }
}

/**
 * Marks functions of a database from before the baseline as made from a text that no file has: those with the names of
 * our functions, and trigger functions, which work on our tables. Everything else that somebody may have made there
 * stays.
 */
export async function markEarlier(client: Asked, functions: DatabaseFunction[]): Promise<void> {
  const names = functions.map(({ name }) => pg.escapeLiteral(name)).join(', ')
  const which = `(p.proname in (${names}) or p.prorettype = 'trigger'::regtype)`
  await client.query(commentOn(which, `${markBegins}unknown`))
}

const ours = `p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and ${notOfExtension('p.oid')}`

const commentOn = (which: string, comment: string) => `
  do $comment$
  declare f regprocedure;
  begin
    for f in select p.oid from pg_proc p where ${ours} and ${which} loop
      execute format('comment on function %s is %L', f, ${pg.escapeLiteral(comment)});
    end loop;
  end $comment$`

type Made = { oid: number; name: string; mark: string }

/** The functions that were made from files, each with the mark of its text. */
async function readMade(client: Asked): Promise<Made[]> {
  const { rows } = await client.query<Made>(`
    select p.oid, p.proname as name, d.description as mark
    from pg_description d join pg_proc p on p.oid = d.objoid
    where d.classoid = 'pg_proc'::regclass and d.description like ${pg.escapeLiteral(`${markBegins}%`)}
      and p.pronamespace = 'public'::regnamespace`)
  return rows
}

/** Drops triggers that call the functions of the catalog for which `which` is true. */
async function dropTriggers(client: pg.Client, which: string): Promise<void> {
  const { rows } = await client.query<{ name: string; table: string }>(`
    select quote_ident(t.tgname) as name, t.tgrelid::regclass::text as "table"
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where ${ours} and ${which} and not t.tgisinternal and t.tgparentid = 0`)
  for (const { name, table } of rows) await client.query(`drop trigger ${name} on ${table}`)
}

/** The requested functions, each after those that it calls: PostgreSQL looks for them when it is made. */
function calledFirst(functions: DatabaseFunction[], isAskedFor = (_name: string) => true) {
  const all = byName(functions)
  const seen = new Set<string>()
  const ordered: DatabaseFunction[] = []
  const visit = (one: DatabaseFunction) => {
    if (seen.has(one.name)) return
    seen.add(one.name)
    for (const name of namesIn(one.text, all)) visit(all.get(name) as DatabaseFunction)
    ordered.push(one)
  }
  for (const one of functions) if (isAskedFor(one.name)) visit(one)
  return ordered
}

const byName = (functions: DatabaseFunction[]) => new Map(functions.map((one) => [one.name, one]))

/** Which of these functions a text calls, or makes an aggregate of; comments are ignored. */
function namesIn(text: string, names: Map<string, unknown>): Set<string> {
  const words = text.replaceAll(/--.*$/gm, '').matchAll(/\b([a-z_]\w*)\(|\bsfunc = (\w+)/g)
  return new Set(
    [...words].map(([, called, added]) => called ?? added ?? '').filter((word) => names.has(word)),
  )
}
