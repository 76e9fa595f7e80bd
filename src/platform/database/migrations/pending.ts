import type pg from 'pg'
import { areCurrent, readFunctions } from './functions.ts'
import { knownMigrations, standingOf } from './standing.ts'
import { areViewsCurrent, readViews } from './views.ts'

/** What a start of this version would do to a database as it is. */
export type Pending =
  | { is: 'restoring' | 'empty' }
  | { is: 'older' | 'newer'; migration: string }
  | {
      is: 'known'
      /** The newest migration that it has had. */
      newest: string
      missing: string[]
      /** Whether functions or views are made anew. */
      changesFunctions: boolean
    }

/** Compares a database with this version, and changes nothing. */
export async function readPending(client: pg.ClientBase | pg.Pool): Promise<Pending> {
  const { rows } = await client.query<{ there: boolean; restoring: boolean }>(
    `select to_regclass('migrations') is not null as there, to_regclass('restoring') is not null as restoring`,
  )
  if (rows[0]?.restoring) return { is: 'restoring' }
  if (!rows[0]?.there) return { is: 'empty' }
  const known = await knownMigrations()
  const { rows: run } = await client.query<{ name: string }>('select name from migrations order by id')
  const standing = standingOf(
    run.map(({ name }) => name),
    known,
  )
  if (standing.is !== 'known') return standing
  const newest = run.at(-1)?.name
  if (newest === undefined) return { is: 'empty' }
  const isCurrent =
    !standing.isFromBefore &&
    (await areCurrent(client, readFunctions())) &&
    (await areViewsCurrent(client, readViews()))
  return { is: 'known', newest, missing: known.slice(standing.done), changesFunctions: !isCurrent }
}
