import type { Kysely } from 'kysely'
import type { DB } from '../platform/database/schema.ts'

export const insertPayee = (db: Kysely<DB>, userId: string, at: Date) =>
  db.insertInto('payees').values({ user_id: userId, created_at: at }).execute()

export const selectOwnPayee = (db: Kysely<DB>, userId: string) =>
  db.selectFrom('payees').where('user_id', '=', userId).select(['id', 'created_at']).executeTakeFirst()

export const severPayeeOf = (db: Kysely<DB>, userId: string) =>
  db.updateTable('payees').set({ user_id: null }).where('user_id', '=', userId).execute()
