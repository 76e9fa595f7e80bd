import { type Kysely, type RawBuilder, sql } from 'kysely'
import { textArray, timestamptzArray, uuidArray } from '../platform/database/binary-arrays.ts'
import type { DB } from '../platform/database/schema.ts'
import type { NoteFacts } from '../shared/notes/facts.ts'

/** The time zone of an account `u` with its settings `s`, by which its weeks begin. */
const zoneOfAccount = (fallback: string): RawBuilder<string> =>
  sql<string>`coalesce(s.time_zone, ${fallback})`

/** The time zones that accounts have: `fallback` until theirs is known. */
export async function selectZones(db: Kysely<DB>, fallback: string): Promise<string[]> {
  const rows = await db
    .selectFrom('news_settings')
    .select('time_zone')
    .distinct()
    .where('time_zone', 'is not', null)
    .execute()
  return [...new Set([fallback, ...rows.flatMap(({ time_zone: zone }) => zone ?? [])])]
}

export type DueAccount = { user_id: string; payee_id: string; zone: string }

type Due = { zone: string; from: string; before: Date }

/**
 * Accounts whose week was not looked at yet, of those that were there before its last day, in the order of their ids
 * after one. Suspended ones are left out.
 */
export async function selectDueAccounts(
  db: Kysely<DB>,
  { due, fallback, after, limit }: { due: Due[]; fallback: string; after: string | null; limit: number },
): Promise<DueAccount[]> {
  const { rows } = await sql<DueAccount>`
    select u.id as user_id, y.id as payee_id, w.zone
    from users u
    left join news_settings s on s.user_id = u.id
    join unnest(${textArray(due.map(({ zone }) => zone))}::text[], ${textArray(due.map(({ from }) => from))}::text[],
      ${timestamptzArray(due.map(({ before }) => before))}::timestamptz[]) as w (zone, week, before)
      on w.zone = ${zoneOfAccount(fallback)}
    join payees y on y.user_id = u.id
    left join weekly_note_marks m on m.user_id = u.id
    where ${after === null ? sql`true` : sql`u.id > ${after}`} and (m.week is null or m.week < w.week::date)
      and u.suspended_at is null and u.created_at <= w.before
    order by u.id limit ${limit}`.execute(db)
  return rows
}

type SavedRow = { user_id: string; people: number; title: string | null }

/** How many people put products of these people into lists of their own between two moments. */
export async function selectSaved(
  db: Kysely<DB>,
  userIds: string[],
  { from, until }: { from: Date; until: Date },
): Promise<SavedRow[]> {
  const { rows } = await sql<SavedRow>`
    select p.user_id, count(distinct l.user_id)::int as people,
      case when count(distinct p.id) = 1 then min(p.title) end as title
    from products p
    join list_items i on i.product_id = p.id
    join lists l on l.id = i.list_id
    where p.user_id = any (${uuidArray(userIds)}::uuid[]) and l.user_id <> p.user_id
      and i.added_at >= ${from} and i.added_at < ${until}
    group by p.user_id`.execute(db)
  return rows
}

/** How many follow these people since a moment between two. */
export async function selectNewFollowers(
  db: Kysely<DB>,
  userIds: string[],
  { from, until }: { from: Date; until: Date },
): Promise<{ user_id: string; people: number }[]> {
  const { rows } = await sql<{ user_id: string; people: number }>`
    select following_id as user_id, count(*)::int as people from followers
    where following_id = any (${uuidArray(userIds)}::uuid[]) and created_at >= ${from} and created_at < ${until}
    group by 1`.execute(db)
  return rows
}

export type ToMend = {
  user_id: string
  /** The newest product with a sample picture, and the one with the longest title, where it is too long. */
  sample_id: string | null
  long_id: string | null
  length: number | null
}

/** What these people can mend in their products. */
export async function selectToMend(db: Kysely<DB>, userIds: string[], longest: number): Promise<ToMend[]> {
  const { rows } = await sql<ToMend>`
    select user_id,
      (array_agg(id order by created_at desc, id) filter (where image_source = 'sample'))[1] as sample_id,
      (array_agg(id order by length(title) desc, id) filter (where length(title) > ${longest}::int))[1] as long_id,
      max(length(title)) filter (where length(title) > ${longest}::int) as length
    from products
    where user_id = any (${uuidArray(userIds)}::uuid[]) and deleted_at is null
      and (image_source = 'sample' or length(title) > ${longest}::int)
    group by user_id`.execute(db)
  return rows
}

/** The titles of products that their owner has given them: none for a sample's, or of a deleted product. */
export async function selectTitles(db: Kysely<DB>, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; title: string }>`
    select id, case when metadata_source = 'sample' then '' else title end as title
    from products where id = any (${uuidArray(ids)}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, title }) => [id, title]))
}

type Written = { week: string; at: Date; userIds: string[]; notes: { user_id: string; facts: NoteFacts }[] }

/**
 * Writes the notes of a week that are not there yet, and marks all these accounts as looked at; returns the new ones.
 * Accounts that are being deleted, or were suspended meanwhile, are passed over.
 */
export async function insertNotes(
  db: Kysely<DB>,
  { week, at, userIds, notes }: Written,
): Promise<{ id: string; user_id: string }[]> {
  const { rows } = await sql<{ id: string; user_id: string }>`
    with present as materialized (
      select id from users
      where id = any (${uuidArray(userIds)}::uuid[]) and suspended_at is null
      order by id for key share skip locked
    ), marked as (
      insert into weekly_note_marks as m (user_id, week) select id, ${week}::date from present order by id
      on conflict (user_id) do update set week = excluded.week where m.week < excluded.week
    )
    insert into weekly_notes (user_id, week, facts, written_at)
    select n.user_id, ${week}::date, n.facts, ${at}
    from jsonb_to_recordset(${JSON.stringify(notes)}::jsonb) as n (user_id uuid, facts jsonb)
    join present on present.id = n.user_id
    order by n.user_id
    on conflict (user_id, week) do nothing returning id, user_id`.execute(db)
  return rows
}

export type NoteRow = { id: string; week: string; facts: NoteFacts; written_at: Date }

/** Notes of a person before a week, the newest first. */
export const selectNotes = (
  db: Kysely<DB>,
  userId: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<NoteRow[]> =>
  allNotes(userId, { before, limit })
    .execute(db)
    .then(({ rows }) => rows)

/** All of them, for an export, or so many before a week. */
export const allNotes = (
  userId: string,
  { before, limit }: { before?: string | undefined; limit?: number } = {},
): RawBuilder<NoteRow> => sql<NoteRow>`
  select id, week, facts, written_at from weekly_notes
  where user_id = ${userId} and ${before === undefined ? sql`true` : sql`week < ${before}::date`}
  order by week desc ${limit === undefined ? sql`` : sql`limit ${limit}`}`

/** A note with its account; undefined once that is gone. */
export async function selectNoteToSend(
  db: Kysely<DB>,
  id: string,
): Promise<(NoteRow & { user_id: string }) | undefined> {
  const { rows } = await sql<NoteRow & { user_id: string }>`
    select id, week, facts, written_at, user_id from weekly_notes where id = ${id}`.execute(db)
  return rows[0]
}
