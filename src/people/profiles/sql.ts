import { type Expression, type Kysely, sql, type Updateable } from 'kysely'
import type { DB, Profiles } from '../../platform/database/schema.ts'
import { isFollowedBy } from '../following/sql.ts'

/** A profile with its counts, by any username it ever had, or by id. `viewer` is the person who may be following it. */
export function selectProfile(
  db: Kysely<DB>,
  by: { username: string } | { id: string },
  viewer?: string | undefined,
) {
  return (
    db
      .selectFrom('profiles as p')
      .innerJoin('users as u', 'u.id', 'p.id')
      .innerJoin('follow_counts as c', 'c.user_id', 'p.id')
      .$if('username' in by, (query) =>
        query.where('p.id', '=', (eb) =>
          eb
            .selectFrom('usernames as n')
            .select('n.user_id')
            .where('n.username', '=', (by as { username: string }).username),
        ),
      )
      .$if('id' in by, (query) => query.where('p.id', '=', (by as { id: string }).id))
      .select([
        'p.id',
        'p.first_name',
        'p.last_name',
        'p.username',
        'p.avatar_url',
        'p.bio',
        'p.cover_url',
        'p.links',
        'p.is_suspended',
        'p.handle_origin',
        'p.first_steps_over',
        'u.email',
        'u.role',
      ])
      .select((eb) => eb('u.password_hash', 'is not', null).as('has_password'))
      .select(['c.followers_count', 'c.following_count'])
      .select((eb) =>
        eb
          .selectFrom('products as r')
          .whereRef('r.user_id', '=', 'p.id')
          .where('r.deleted_at', 'is', null)
          .where(sql<boolean>`not r.unlisted`)
          .select(eb.fn.countAll<number>().as('n'))
          .as('products_count'),
      )
      .select((eb) =>
        eb
          .exists(
            eb
              .selectFrom('moderation_decisions as d')
              .whereRef('d.user_id', '=', 'p.id')
              .where('d.seen_at', 'is', null)
              .where('d.action', '<>', 'account_suspended')
              .select('d.id'),
          )
          .as('has_notices'),
      )
      .select(
        sql<boolean>`exists (select from ledger_questions q join payees y on y.id = q.payee_id
        where y.user_id = p.id and q.is_unread)`.as('has_answers'),
      )
      // Of oneself: nobody else is told.
      .$if('id' in by, (query) =>
        query.select(
          sql<number>`(select count(*)::int from news n where n.user_id = p.id and n.read_at is null)`.as(
            'unread_news',
          ),
        ),
      )
      .select(
        sql<boolean>`exists (select from mail_bounces b where b.user_id = p.id and b.ended_at is null)`.as(
          'mails_bounce',
        ),
      )
      .select(
        sql<boolean>`exists (select from news_settings s where s.user_id = p.id and s.time_zone is not null)`.as(
          'has_zone',
        ),
      )
      .select(isFollowedBy(viewer ?? null).as('is_following'))
      .executeTakeFirst()
  )
}

export type ProfileRow = NonNullable<Awaited<ReturnType<typeof selectProfile>>>

/** Takes the first free one of `candidates` for good and returns it; undefined when all are taken. */
export async function claimUsername(
  db: Kysely<DB>,
  candidates: string[],
  owner: { userId: string; at: Date },
): Promise<string | undefined> {
  const { rows } = await sql<{ username: string }>`
    insert into usernames (username, user_id, created_at)
    select candidate, ${owner.userId}, ${owner.at}
    from unnest(${candidates}::text[]) with ordinality as c (candidate, place)
    where not exists (select from usernames u where u.username = c.candidate)
      and not exists (select from retired_usernames r where r.username_hash = ${hashOf(sql.ref('c.candidate'))})
    order by place limit 1
    on conflict (username) do nothing
    returning username`.execute(db)
  const claimed = rows[0]?.username
  if (claimed === undefined || !(await isRetired(db, claimed))) return claimed
  // Its owner was being deleted at that moment.
  await db.deleteFrom('usernames').where('username', '=', claimed).execute()
  return undefined
}

const hashOf = (username: Expression<unknown>) => sql<Buffer>`sha256(convert_to(${username}, 'UTF8'))`

async function isRetired(db: Kysely<DB>, username: string): Promise<boolean> {
  const retired = await db
    .selectFrom('retired_usernames')
    .select('username_hash')
    .where('username_hash', '=', hashOf(sql.val(username)))
    .executeTakeFirst()
  return retired !== undefined
}

/**
 * Replaces someone's usernames by hashes, which are enough never to give them again. Their profile must be deleted
 * before.
 */
export async function retireUsernames(db: Kysely<DB>, userId: string): Promise<void> {
  await db
    .with('gone', (query) =>
      query.deleteFrom('usernames').where('user_id', '=', userId).returning('username'),
    )
    .insertInto('retired_usernames')
    .columns(['username_hash'])
    .expression((query) =>
      query.selectFrom('gone').select(hashOf(sql.ref('gone.username')).as('username_hash')),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The row of a name that has ever been taken; its owner is null where they have left. */
export async function selectUsername(
  db: Kysely<DB>,
  username: string,
): Promise<{ user_id: string | null } | undefined> {
  const entry = await db
    .selectFrom('usernames')
    .where('username', '=', username)
    .select('user_id')
    .executeTakeFirst()
  return entry ?? ((await isRetired(db, username)) ? { user_id: null } : undefined)
}

/** When a person's `nth` newest name was taken; undefined when they have had fewer. */
export async function nthNewestUsernameAt(
  db: Kysely<DB>,
  userId: string,
  nth: number,
): Promise<Date | undefined> {
  const name = await db
    .selectFrom('usernames')
    .where('user_id', '=', userId)
    .select('created_at')
    .orderBy('created_at', 'desc')
    .offset(nth - 1)
    .limit(1)
    .executeTakeFirst()
  return name?.created_at
}

export const insertProfile = (
  db: Kysely<DB>,
  profile: {
    id: string
    first_name: string
    last_name: string
    username: string
    handle_origin: 'names' | 'stand_in'
    at: Date
  },
) =>
  db
    .insertInto('profiles')
    .values({
      id: profile.id,
      first_name: profile.first_name,
      last_name: profile.last_name,
      username: profile.username,
      handle_origin: profile.handle_origin,
      created_at: profile.at,
      updated_at: profile.at,
    })
    .execute()

export const changeProfile = (db: Kysely<DB>, id: string, changes: Updateable<Profiles>) =>
  db.updateTable('profiles').set(changes).where('id', '=', id).execute()

/** Locks a profile against new follows in either direction, until the transaction ends. */
export const lockProfile = (db: Kysely<DB>, userId: string) =>
  db.selectFrom('profiles').select('id').where('id', '=', userId).forUpdate().execute()

export const deleteProfile = (db: Kysely<DB>, userId: string) =>
  db.deleteFrom('profiles').where('id', '=', userId).execute()

export const selectPlainProfile = (db: Kysely<DB>, userId: string) =>
  db
    .selectFrom('profiles')
    .where('id', '=', userId)
    .select([
      ...(['first_name', 'last_name', 'username', 'avatar_url', 'bio'] as const),
      ...(['cover_url', 'links', 'created_at', 'updated_at'] as const),
    ])
    .executeTakeFirst()

export const selectOwnUsernames = (db: Kysely<DB>, userId: string) =>
  db
    .selectFrom('usernames')
    .where('user_id', '=', userId)
    .select(['username', 'created_at'])
    .orderBy('created_at')
    .execute()
