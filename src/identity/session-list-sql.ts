import type { Kysely } from 'kysely'
import type { DB } from '../platform/database/schema.ts'

/** A user's living sessions, the last used first, at most `limit`. */
export const readLivingSessions = (db: Kysely<DB>, userId: string, limit: number) =>
  db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'refreshed_at'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .orderBy('refreshed_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
