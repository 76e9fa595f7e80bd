import type pg from 'pg'

/** The identity of a database: the same at a primary and at all that follow it. */
export async function identityOf(client: pg.Pool | pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ identity: string }>(
    `select system_identifier || ' ' || oid as identity from pg_control_system(), pg_database
     where datname = current_database()`,
  )
  return rows[0]?.identity
}
