import type { Kysely } from 'kysely'
import type { DB } from '../platform/database/schema.ts'

export const selectOwner = async (db: Kysely<DB>, id: string): Promise<string | undefined> =>
  (await db.selectFrom('lists').where('id', '=', id).select('user_id').executeTakeFirst())?.user_id

/** Whether a list is hidden, locked until the transaction ends. */
export const lockHidden = (db: Kysely<DB>, id: string) =>
  db.selectFrom('lists').where('id', '=', id).select('hidden_at').forNoKeyUpdate().executeTakeFirst()

/** The version stays, so that its owner's open edit has no conflict. */
export const setHidden = (
  db: Kysely<DB>,
  id: string,
  hidden: { hidden_at: Date | null; hidden_reason: string | null },
) => db.updateTable('lists').set(hidden).where('id', '=', id).execute()

export const selectIdByNames = async (
  db: Kysely<DB>,
  { username, slug }: { username: string; slug: string },
): Promise<string | undefined> =>
  (
    await db
      .selectFrom('usernames as n')
      .innerJoin('list_slugs as s', 's.user_id', 'n.user_id')
      .where('n.username', '=', username)
      .where('s.slug', '=', slug)
      .select('s.list_id')
      .executeTakeFirst()
  )?.list_id
