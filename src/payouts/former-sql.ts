import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../platform/database/schema.ts'
import type { Former } from './former-contract.ts'

/** The name of a column's payee whose account is gone. */
export const formerOf = (column: string): RawBuilder<Former> => sql<Former>`(
  select jsonb_build_object('number', f.number, 'left_on', to_char(f.left_at at time zone 'UTC', 'YYYY-MM-DD'))
  from former_payees f where f.payee_id = ${sql.ref(column)})`

/** The payee who left under a number. */
export const selectFormer = async (db: Kysely<DB>, number: number): Promise<string | undefined> =>
  (await db.selectFrom('former_payees').select('payee_id').where('number', '=', number).executeTakeFirst())
    ?.payee_id
