import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'

type Db = Kysely<DB>

/** The time in which an account's mails do not arrive, if it is now. */
export const selectBounce = (db: Db, userId: string) =>
  db
    .selectFrom('mail_bounces')
    .select(['id', 'came', 'began_at', 'accepted_at'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()

/**
 * Records that a server took a mail, and to whom it went: what it refused before has ended, and what was reported later
 * ends if this mail is not reported, too.
 */
export const noteAccepted = (db: Db, { id, to, at }: { id: string; to: string; at: Date }) =>
  sql`
    with person as (select id from users where email = ${to}),
    sent as (
      insert into mails_sent (id, user_id, at) select ${id}, p.id, ${at} from person p
      on conflict (id) do update set at = excluded.at
    )
    update mail_bounces b set accepted_at = ${at},
      ended_at = case when came = 'refused' then greatest(began_at, ${at}) end
    from person p where b.user_id = p.id and b.ended_at is null`.execute(db)

type Begun = { came: 'refused' | 'reported'; at: Date }

/**
 * Begins the time in which an account's mails do not arrive, unless it has begun. Returns whether it begins now. The
 * later of two that are told at once changes nothing.
 */
async function begin(db: Db, userId: string, { came, at }: Begun): Promise<boolean> {
  const { rows } = await sql`
    insert into mail_bounces (user_id, came, began_at) values (${userId}, ${came}, ${at})
    on conflict (user_id) where ended_at is null do nothing returning id`.execute(db)
  return rows.length > 0
}

/** Records that a server refused an address for good. */
export async function noteRefused(db: Db, { to, at }: { to: string; at: Date }): Promise<boolean> {
  const person = await db.selectFrom('users').select('id').where('email', '=', to).executeTakeFirst()
  return person !== undefined && (await begin(db, person.id, { came: 'refused', at }))
}

/**
 * Records that a mail of ours, named by its id, did not arrive. A report of a mail from before one that has arrived
 * since says nothing of today. Returns whether it begins something.
 */
export async function noteReported(db: Db, id: string, at: Date): Promise<boolean> {
  const mail = await db
    .selectFrom('mails_sent')
    .select(['user_id', 'at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!mail) return false
  const { rows } = await sql<{ is_open: boolean; is_over: boolean }>`
    select coalesce(bool_or(ended_at is null), false) as is_open,
      coalesce(bool_or(ended_at >= ${mail.at}), false) as is_over
    from mail_bounces where user_id = ${mail.user_id}`.execute(db)
  const { is_open, is_over } = rows[0] as { is_open: boolean; is_over: boolean }
  if (is_open)
    // That mail was taken and has not arrived: it ends nothing.
    await sql`
      update mail_bounces set accepted_at = null, came = 'reported'
      where user_id = ${mail.user_id} and ended_at is null and (accepted_at is null or accepted_at <= ${mail.at})`.execute(
      db,
    )
  return !is_open && !is_over && (await begin(db, mail.user_id, { came: 'reported', at }))
}

/** Ends what was only reported, once a mail was taken before this instant and has not been reported since. */
export const endReported = (db: Db, { before, now }: { before: Date; now: Date }) =>
  sql`
    update mail_bounces set ended_at = greatest(began_at, ${now})
    where ended_at is null and accepted_at < ${before}`.execute(db)

/** Forgets to whom old mails went, and when mails did not arrive long ago. */
export async function deleteOldMails(db: Db, before: { mails: Date; bounces: Date }): Promise<void> {
  await db.deleteFrom('mails_sent').where('at', '<', before.mails).execute()
  await db.deleteFrom('mail_bounces').where('ended_at', '<', before.bounces).execute()
}
