import { type Insertable, type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB, ModerationDecisions, Reports } from '../platform/database/schema.ts'

/** What may be hidden by itself. */
export type Thing = { product_id: string } | { list_id: string }

/** What a case is about. */
export type Subject = Thing | { user_id: string }

/** The owner of a product, list or profile that everyone can see; undefined if there is none. */
export async function selectReportable(
  db: Kysely<DB>,
  subject: Subject,
): Promise<{ owner_id: string } | undefined> {
  const { rows } = await sql<{ owner_id: string }>`${shownSubject(subject)}`.execute(db)
  return rows[0]
}

function shownSubject(subject: Subject): RawBuilder<unknown> {
  if ('product_id' in subject)
    return sql`
      select user_id as owner_id from products
      where id = ${subject.product_id} and deleted_at is null and not withheld`
  if ('list_id' in subject)
    return sql`
      select l.user_id as owner_id from lists l join profiles a on a.id = l.user_id
      where l.id = ${subject.list_id} and l.is_shown and not a.is_suspended`
  return sql`select id as owner_id from profiles where id = ${subject.user_id} and not is_suspended`
}

/** The case of a subject, made if there is none. */
export async function upsertCase(db: Kysely<DB>, subject: Subject, at: Date): Promise<string> {
  const [column] = Object.keys(subject) as ['product_id' | 'list_id' | 'user_id']
  const { id } = await db
    .insertInto('moderation_cases')
    .values({ ...subject, noted_at: at })
    // Changes nothing, but returns the existing case, locked: reports of one thing take turns.
    .onConflict((conflict) =>
      conflict.column(column).doUpdateSet((eb) => ({ noted_at: eb.ref('moderation_cases.noted_at') })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False if this person or address has reported the thing on that day already. */
export async function insertReport(db: Kysely<DB>, report: Insertable<Reports>): Promise<boolean> {
  const inserted = await db
    .insertInto('reports')
    .values(report)
    .onConflict((conflict) => conflict.constraint('reports_once_a_day').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Counts one more open report. */
export const countReport = (db: Kysely<DB>, caseId: string, at: Date) =>
  db
    .updateTable('moderation_cases')
    .set((eb) => ({
      open_reports: eb('open_reports', '+', 1),
      noted_at: eb.fn('greatest', ['noted_at', eb.val(at)]),
    }))
    .where('id', '=', caseId)
    .execute()

/** A case by its id, or by its subject, locked until the transaction ends. */
export const lockCase = (db: Kysely<DB>, named: { id: string } | Subject) =>
  db
    .selectFrom('moderation_cases')
    .where((eb) => eb.and(named))
    .select(['id', 'product_id', 'list_id', 'user_id', 'open_reports', 'noted_at'])
    .forUpdate()
    .executeTakeFirst()

/** The cases of a person: of the profile, and of every product and list. */
const casesOf = (userId: string) => sql`
  select id from moderation_cases where user_id = ${userId}
  union all
  select c.id from products p join moderation_cases c on c.product_id = p.id where p.user_id = ${userId}
  union all
  select c.id from lists l join moderation_cases c on c.list_id = l.id where l.user_id = ${userId}`

type Chosen = { id: string } | { ofPerson: string }

/**
 * Closes the open reports of a case, or of all of a person's cases. First locks the cases in the order of their ids.
 */
export async function closeReports(db: Kysely<DB>, chosen: Chosen, at: Date): Promise<void> {
  const ids = 'id' in chosen ? sql`select ${chosen.id}::uuid as id` : casesOf(chosen.ofPerson)
  await sql`
    with chosen as materialized (
      select id from moderation_cases where id in (${ids}) and open_reports > 0 order by id for update
    ), closed as (
      update reports set closed_at = ${at} where closed_at is null and case_id in (select id from chosen)
    )
    update moderation_cases set open_reports = 0 where id in (select id from chosen)`.execute(db)
}

export async function insertDecision(
  db: Kysely<DB>,
  decision: Insertable<ModerationDecisions>,
): Promise<string> {
  const { id } = await db
    .insertInto('moderation_decisions')
    .values(decision)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A decision with the person it concerns, for the mail about it; undefined once the account is gone. */
export const selectDecision = (db: Kysely<DB>, id: string) =>
  db
    .selectFrom('moderation_decisions as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .leftJoin('products as p', 'p.id', 'd.product_id')
    .leftJoin('lists as l', 'l.id', 'd.list_id')
    .where('d.id', '=', id)
    .select(['d.action', 'd.reason', 'u.email', 'p.title', 'p.asin', 'l.title as list_title'])
    .executeTakeFirst()

/** Whether a user is an admin; undefined if there is no such user. */
export const selectRole = async (db: Kysely<DB>, userId: string): Promise<string | undefined> =>
  (await db.selectFrom('users').where('id', '=', userId).select('role').executeTakeFirst())?.role

/** Reports that a person made, the oldest first, each with the product’s link or the profile’s name. */
export const selectReportsBy = (db: Kysely<DB>, userId: string) =>
  db
    .selectFrom('reports as r')
    .innerJoin('moderation_cases as c', 'c.id', 'r.case_id')
    .where('r.reporter_id', '=', userId)
    .leftJoin('profiles as a', 'a.id', 'c.user_id')
    .select((eb) => [
      eb
        .selectFrom('short_links as s')
        .whereRef('s.product_id', '=', 'c.product_id')
        .where('s.is_of_list', '=', false)
        .select('s.id')
        .orderBy('s.created_at')
        .limit(1)
        .as('short_link_id'),
    ])
    .select(['a.username', 'c.list_id', 'r.reason', 'r.text', 'r.created_at'])
    .orderBy('r.created_at')
    .execute()

/** Decisions that the person has not read. A suspension is shown where they sign in. */
export const selectUnseenDecisions = (db: Kysely<DB>, userId: string) =>
  db
    .selectFrom('moderation_decisions as d')
    .leftJoin('products as p', (join) =>
      join.onRef('p.id', '=', 'd.product_id').on('p.deleted_at', 'is', null),
    )
    .leftJoin('lists as l', 'l.id', 'd.list_id')
    .where('d.user_id', '=', userId)
    .where('d.seen_at', 'is', null)
    .where('d.action', '<>', 'account_suspended')
    .select(['d.id', 'd.action', 'd.reason', 'd.decided_at', 'p.id as product_id', 'p.title', 'p.asin'])
    .select(['l.id as list_id', 'l.title as list_title'])
    .orderBy('d.decided_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(20)
    .execute()

export async function markDecisionsSeen(
  db: Kysely<DB>,
  { userId, ids, at }: { userId: string; ids: string[]; at: Date },
): Promise<void> {
  await db
    .updateTable('moderation_decisions')
    .set({ seen_at: at })
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .where('seen_at', 'is', null)
    .execute()
}

export const selectDecisionsOn = (db: Kysely<DB>, userId: string) =>
  db
    .selectFrom('moderation_decisions')
    .where('user_id', '=', userId)
    .select(['action', 'reason', 'product_id', 'list_id', 'decided_at'])
    .orderBy('decided_at')
    .execute()

/** Removes reports on a person, their products and lists, and the texts of reports that they made. */
export async function deleteReportsOf(db: Kysely<DB>, userId: string): Promise<void> {
  await sql`delete from moderation_cases where id in (
    select id from moderation_cases where id in (${casesOf(userId)}) order by id for update)`.execute(db)
  await db
    .updateTable('reports')
    .set({ reporter_id: null, text: null })
    .where('reporter_id', '=', userId)
    .execute()
}
