import pg from 'pg'
import { type Rights, rightsQuery } from './deviations.ts'
import { grantQuery } from './grants.ts'
import { letReadAs } from './rest-reader.ts'

/** The rights of an account, by its name. Reading them needs no right. */
export async function readRights(client: Pick<pg.ClientBase, 'query'>, app: string): Promise<Rights> {
  const { rows } = await client.query<Rights>(rightsQuery(app))
  return rows[0] as Rights
}

/**
 * Makes the account, if the owner may, and gives it its rights. The owner holds a lock so that nobody else does so
 * meanwhile.
 */
export async function giveRights(client: Pick<pg.ClientBase, 'query'>, app: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [app])
  // Another database of the server may get the same account at the same time.
  if (!rowCount)
    await client.query(`create role ${pg.escapeIdentifier(app)} login`).catch((error: { code?: string }) => {
      if (!madeByAnother.includes(error.code ?? '')) throw error
    })
  await client.query(grantQuery(app))
  await client.query(letReadAs(app))
}

const madeByAnother = ['42710', '23505']
