import type pg from 'pg'

/**
 * Fills tables in bulk: without their row triggers, and with their keys and indexes made at the end, which is far
 * faster than row by row. Primary keys stay, and whatever another table refers to.
 */
export async function inBulk(
  client: pg.ClientBase,
  tables: string[],
  fill: () => Promise<unknown>,
): Promise<void> {
  // A table with rows still to be checked cannot be altered.
  await client.query('set constraints all immediate')
  const { rows: parts } = await client.query<{ drop: string; make: string }>(partsOf, [tables])
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
  for (const { drop } of parts) await client.query(drop)
  await fill()
  for (const { make } of parts) await client.query(make)
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
}

const partsOf = `
  with filled as (select oid::regclass as name, oid from pg_class where relname = any ($1) and relkind = 'r')
  select format('alter table %s drop constraint %I', name, conname) as drop,
    format('alter table %s add constraint %I %s', name, conname, pg_get_constraintdef(c.oid)) as make
  from filled join pg_constraint c on c.conrelid = filled.oid
  where contype = 'f'
    or contype = 'u' and not exists (select from pg_constraint r where r.contype = 'f' and r.conindid = c.conindid)
  union all
  select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
  from filled join pg_index i on i.indrelid = filled.oid
  where not exists (select from pg_constraint c where c.conindid = i.indexrelid)`
