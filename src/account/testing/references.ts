import type { TestApp } from '../../../tests/harness/app.ts'

/** Every column that refers to a person, as `table.column`, read from the schema: a later one is found too. */
export async function columnsThatReferToPeople({ database }: TestApp): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(`
    select distinct c.conrelid::regclass || '.' || a.attname as name
    from pg_constraint c
    join unnest(c.conkey) with ordinality as k (attnum, position) on true
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum
    join pg_attribute f on f.attrelid = c.confrelid and f.attnum = c.confkey[k.position]
    where c.contype = 'f' and c.conparentid = 0
      and c.confrelid in ('users'::regclass, 'profiles'::regclass) and f.attname = 'id'
    order by 1`)
  return rows.map(({ name }) => name)
}

/** How many rows refer to the person by that column. */
export async function rowsThatReferTo(
  { database }: TestApp,
  userId: string,
  column: string,
): Promise<number> {
  const [table, name] = column.split('.')
  const { rows } = await database.pool.query(`select count(*) as n from ${table} where ${name} = $1`, [
    userId,
  ])
  return rows[0].n
}

/** The tables in which any row contains the text, whatever the column. */
export async function tablesThatMention({ database }: TestApp, text: string): Promise<string[]> {
  const tables = await database.pool.query<{ name: string }>(`
    select oid::regclass::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`)
  const mentioning: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await database.pool.query(
      `select exists (select from ${name} as t where strpos(lower(t::text), lower($1)) > 0) as found`,
      [text],
    )
    if (rows[0].found) mentioning.push(name)
  }
  return mentioning
}
