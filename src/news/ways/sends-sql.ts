import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import type { WayKind } from '../../shared/news/ways.ts'

type Db = Kysely<DB>

/** An account as far as sending needs it. */
export type Recipient = { email: string; is_proven: boolean; is_suspended: boolean; bounces: boolean }

export const selectRecipient = (db: Db, userId: string): Promise<Recipient | undefined> =>
  db
    .selectFrom('users as u')
    .select((eb) => [
      'u.email',
      eb('u.email_verified_at', 'is not', null).$castTo<boolean>().as('is_proven'),
      eb('u.suspended_at', 'is not', null).$castTo<boolean>().as('is_suspended'),
      eb
        .exists(
          eb
            .selectFrom('mail_bounces as b')
            .select('b.id')
            .whereRef('b.user_id', '=', 'u.id')
            .where('b.ended_at', 'is', null),
        )
        .$castTo<boolean>()
        .as('bounces'),
    ])
    .where('u.id', '=', userId)
    .executeTakeFirst()

export type Send = { userId: string; way: 'mail' | 'push'; kind: WayKind; key: string }

/** Takes it upon this process to send something. False if it was sent before, or another process has taken it. */
export async function claim(db: Db, { userId, ...what }: Send, at: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('news_sends')
    .values({ user_id: userId, ...what, state: 'sent', at })
    .onConflict((conflict) => conflict.constraint('news_sends_once').doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Gives back what was claimed and certainly not sent. */
export const giveBack = (db: Db, { userId, way, kind, key }: Send) =>
  db
    .deleteFrom('news_sends')
    .where('user_id', '=', userId)
    .where('way', '=', way)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .execute()

/** Records that nobody will ever get it. */
export const noteFailed = (db: Db, { userId, way, kind, key }: Send) =>
  db
    .updateTable('news_sends')
    .set({ state: 'failed' })
    .where('user_id', '=', userId)
    .where('way', '=', way)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .execute()

/** Unread news of an account, of which nothing was pushed since they last changed, the newest first. */
export const selectUnpushed = (
  db: Db,
  { userId, since, most }: { userId: string; since: Date; most: number },
) =>
  db
    .selectFrom('news')
    .select(['id', 'kind', 'subject', 'count', 'at'])
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where('at', '>', since)
    .where((eb) => eb.or([eb('pushed_at', 'is', null), eb('pushed_at', '<', eb.ref('at'))]))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()

export const notePushed = (db: Db, id: string, at: Date) =>
  db.updateTable('news').set({ pushed_at: at }).where('id', '=', id).execute()

type Unmailed = { user_id: string; kind: WayKind }

/**
 * Accounts that want mails of a kind, and have unread news of it that no mail has told: after an account, in the order
 * of ids.
 */
export async function selectUnmailed(db: Db, after: string | null, most: number): Promise<Unmailed[]> {
  const { rows } = await sql<Unmailed>`
    select c.user_id, c.kind
    from news_choices c join users u on u.id = c.user_id
    where c.way = 'mail' and c.is_on and (${after}::uuid is null or c.user_id > ${after}::uuid)
      and u.email_verified_at is not null and u.suspended_at is null
      and not exists (select from mail_bounces b where b.user_id = c.user_id and b.ended_at is null)
      and exists (
        select from news n
        where n.user_id = c.user_id and n.kind = c.kind and n.read_at is null
          and (n.mailed_at is null or n.mailed_at < n.at))
    order by c.user_id, c.kind limit ${most}`.execute(db)
  return rows
}

/** How many an account's unread news of a kind tell of that no mail has told. */
export async function countUnmailed(db: Db, { user_id, kind }: Unmailed): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(count), 0)::int as count from news
    where user_id = ${user_id} and kind = ${kind} and read_at is null and (mailed_at is null or mailed_at < at)`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Marks an account's unread news of a kind as mailed. */
export const noteMailed = (db: Db, { user_id, kind }: Unmailed, at: Date) =>
  sql`
    update news set mailed_at = greatest(at, ${at})
    where user_id = ${user_id} and kind = ${kind} and read_at is null and (mailed_at is null or mailed_at < at)`.execute(
    db,
  )

/** Takes back what was marked at an instant. */
export const noteUnmailed = (db: Db, { user_id, kind }: Unmailed, at: Date) =>
  sql`
    update news set mailed_at = null
    where user_id = ${user_id} and kind = ${kind} and read_at is null and mailed_at >= ${at}`.execute(db)

/** Forgets what was sent long ago; a week's note is not sent again after that. */
export const deleteOldSends = (db: Db, before: Date) =>
  db.deleteFrom('news_sends').where('at', '<', before).execute()

/** Removes devices of sessions that ended while the device was being added. */
export const deleteStrayDevices = (db: Db) =>
  sql`
    delete from push_devices d using sessions s where s.id = d.session_id and s.ended_at is not null`.execute(
    db,
  )
