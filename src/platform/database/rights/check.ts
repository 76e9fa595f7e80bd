import { type Kysely, sql } from 'kysely'
import { type Checks, count } from '../../verification.ts'
import type { DB } from '../schema.ts'
import { type Rights, rightsQuery } from './deviations.ts'
import { protectedTables } from './protected-tables.ts'

/**
 * Checks whether the app's account could change history, by its rights. `isDivided` if the installation has two
 * accounts; with a single one it is only mentioned, since that is the operator's choice.
 */
export const accountChecks =
  (isDivided: boolean): Checks =>
  async ({ db }) => [
    {
      name: 'the app’s account can add to the ledger, but not change it',
      find: async () => {
        const { name, isUndivided, deviations } = await readOwnRights(db)
        if (isUndivided && !isDivided)
          return {
            compared: `no, ${name} owns it: see docs/operating.md#two-accounts for a second account`,
            differing: 0,
            examples: [],
          }
        return {
          compared: `${name}, ${count(Object.keys(protectedTables).length)} tables`,
          differing: deviations.length,
          examples: deviations.slice(0, 20).map((line) => `${name} ${line}`),
        }
      },
    },
  ]

/** The rights of the current account. */
async function readOwnRights(db: Kysely<DB>): Promise<Rights & { name: string }> {
  const { rows } = await sql<{ name: string }>`select current_user as name`.execute(db)
  const name = rows[0]?.name as string
  const rights = await sql.raw<Rights>(rightsQuery(name)).execute(db)
  return { name, ...(rights.rows[0] as Rights) }
}
