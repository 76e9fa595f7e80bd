import { type Kysely, sql } from 'kysely'
import type { DB } from '../platform/database/schema.ts'
import type { Cursor } from '../shared/cursor.ts'

type NewEntry = {
  actorId: string | null
  action: string
  subject: string
  details: Record<string, unknown>
  createdAt: Date
}

export async function insertAuditEntry(
  db: Kysely<DB>,
  { actorId, action, subject, details, createdAt }: NewEntry,
): Promise<void> {
  const values = {
    actor_id: actorId,
    action,
    subject,
    details: JSON.stringify(details),
    created_at: createdAt,
  }
  await db.insertInto('admin_audit').values(values).execute()
}

/** The newest entries below a place. */
export const selectAuditEntries = (
  db: Kysely<DB>,
  { before, limit }: { before?: Cursor | undefined; limit: number },
) =>
  db
    .selectFrom('admin_audit as a')
    .leftJoin('profiles as p', 'p.id', 'a.actor_id')
    .select(['a.id', 'a.action', 'a.subject', 'a.details', 'a.created_at', 'p.username'])
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`(a.created_at, a.id) < (${before?.createdAt}, ${before?.id})`),
    )
    .orderBy('a.created_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(limit)
    .execute()
