import type { Kysely } from 'kysely'
import type { DB } from '../platform/database/schema.ts'

export const insertPayee = (db: Kysely<DB>, userId: string, at: Date) =>
  db.insertInto('payees').values({ user_id: userId, created_at: at }).execute()
