import pg from 'pg'

/** Where `npm run db:types` writes what indexes there are. */
export const indexFile = 'db/indexes.sql'

/** The indexes of all tables but partitions, one a line, as the file has them: plans rest on each of them. */
export async function indexesOf(address: pg.ClientConfig): Promise<string> {
  const client = new pg.Client(address)
  await client.connect()
  try {
    const { rows } = await client.query<{ definition: string }>(`
      select pg_get_indexdef(i.indexrelid) as definition
      from pg_index i join pg_class t on t.oid = i.indrelid
      where t.relnamespace = 'public'::regnamespace and not t.relispartition
      order by t.relname, pg_get_indexdef(i.indexrelid)`)
    return `-- Written by npm run db:types.\n${rows.map(({ definition }) => `${definition};\n`).join('')}`
  } finally {
    await client.end()
  }
}
