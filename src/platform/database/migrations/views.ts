import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { restReader } from '../rights/rest-reader.ts'
import { runFile } from './run-file.ts'
import { databaseFolder } from './standing.ts'

type Asked = pg.ClientBase | pg.Pool
type Views = { file: string; text: string; mark: string }

const markBegins = 'Made by Folio of db/views/rest.sql: '

/** The views of schema `rest`, with a mark of their text. */
export function readViews(folder = databaseFolder): Views {
  const text = readFileSync(path.join(folder, 'views/rest.sql'), 'utf8')
  return {
    file: 'db/views/rest.sql',
    text,
    mark: `${markBegins}${createHash('sha256').update(text).digest('hex')}`,
  }
}

/** Whether the database has the views of this text. */
export async function areViewsCurrent(client: Asked, { mark }: Views): Promise<boolean> {
  return (await readMark(client)) === mark
}

/** Drops the views, which would stand in the way of migrations; a schema `rest` that Folio did not make stays. */
export async function dropViews(client: pg.ClientBase): Promise<void> {
  if ((await readMark(client))?.startsWith(markBegins)) await client.query('drop schema rest cascade')
}

/**
 * Makes the views anew, in the caller's transaction, and lets the reading account read them, where there may be one.
 */
export async function makeViews(client: pg.Client, { file, text, mark }: Views): Promise<void> {
  await client.query(`create schema rest; comment on schema rest is ${pg.escapeLiteral(mark)}; ${makeReader}`)
  await runFile(client, file, text)
  await client.query(grantReader)
}

async function readMark(client: Asked): Promise<string | null | undefined> {
  const { rows } = await client.query<{ mark: string | null }>(
    `select obj_description(oid, 'pg_namespace') as mark from pg_namespace where nspname = 'rest'`,
  )
  return rows[0]?.mark
}

// On a managed server the owner may not be allowed to make accounts: then an operator makes it, or there is none.
const makeReader = `
  do $reader$ begin
    if not exists (select from pg_roles where rolname = '${restReader}') then
      create role ${restReader} nologin;
    end if;
  exception when insufficient_privilege or duplicate_object or unique_violation then null;
  end $reader$`

const grantReader = `
  do $reader$ begin
    if exists (select from pg_roles where rolname = '${restReader}') then
      grant usage on schema rest to ${restReader};
      grant select on all tables in schema rest to ${restReader};
      grant execute on all functions in schema rest to ${restReader};
      grant ${restReader} to current_user;
    end if;
  exception when insufficient_privilege then null;
  end $reader$`
