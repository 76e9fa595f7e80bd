import type pg from 'pg'
import type { Head, TakenTable } from './archive-format.ts'

/** Tables that hold rows (a table divided into partitions does not), by name, with what each row consists of. */
export async function readTables(client: pg.ClientBase): Promise<TakenTable[]> {
  const { rows } = await client.query<TakenTable>(`
    select c.relname as name,
      (select coalesce(json_agg(a.attname order by a.attnum), '[]') from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and ${notOfExtension('c.oid')}
    order by c.relname`)
  return rows
}

/** The values of all sequences. A snapshot does not cover them: a number may be ahead of the rows, never behind. */
export async function readSequences(client: pg.ClientBase): Promise<Head['sequences']> {
  const { rows } = await client.query<{ name: string }>(`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'S' and ${notOfExtension('c.oid')}
    order by c.relname`)
  const sequences: Head['sequences'] = []
  for (const { name } of rows) {
    const found = await client.query<{ last: string; is_called: boolean }>(
      `select last_value::text as last, is_called from ${client.escapeIdentifier(name)}`,
    )
    sequences.push({ name, ...(found.rows[0] as { last: string; is_called: boolean }) })
  }
  return sequences
}

/** The addresses of all admins, sorted. */
export async function readAdmins(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ email: string }>(`select email from users where role = 'admin'`)
  return rows.map(({ email }) => email).sort()
}

/** A condition: the object does not belong to an extension, which brings its own objects. */
export const notOfExtension = (oid: string): string =>
  `not exists (select from pg_depend d where d.objid = ${oid} and d.deptype = 'e')`
