import { type Insertable, type Kysely, sql } from 'kysely'
import type { DB, ModerationDecisions, Reports } from '../platform/database/schema.ts'

/** What a case is about. */
export type Subject = { product_id: string } | { user_id: string }

/** The owner of a product or profile that everyone can see; undefined if there is none. */
export async function selectReportable(
  db: Kysely<DB>,
  subject: Subject,
): Promise<{ owner_id: string } | undefined> {
  const { rows } = await ('product_id' in subject
    ? sql<{ owner_id: string }>`
        select user_id as owner_id from products
        where id = ${subject.product_id} and deleted_at is null and not withheld`
    : sql<{ owner_id: string }>`
        select id as owner_id from profiles where id = ${subject.user_id} and not is_suspended`
  ).execute(db)
  return rows[0]
}

/** The case of a subject, made if there is none. */
export async function upsertCase(db: Kysely<DB>, subject: Subject, at: Date): Promise<string> {
  const column = 'product_id' in subject ? 'product_id' : 'user_id'
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
    .select(['id', 'product_id', 'user_id', 'open_reports', 'noted_at'])
    .forUpdate()
    .executeTakeFirst()

/** The cases of a person: of the profile and of every product. */
const casesOf = (userId: string) => sql`
  select id from moderation_cases where user_id = ${userId}
  union all
  select c.id from products p join moderation_cases c on c.product_id = p.id where p.user_id = ${userId}`

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
    .where('d.id', '=', id)
    .select(['d.action', 'd.reason', 'u.email', 'p.title', 'p.asin'])
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
        .select('s.id')
        .orderBy('s.created_at')
        .limit(1)
        .as('short_link_id'),
    ])
    .select(['a.username', 'r.reason', 'r.text', 'r.created_at'])
    .orderBy('r.created_at')
    .execute()

/** Decisions that the person has not read. A suspension is shown where they sign in. */
export const selectUnseenDecisions = (db: Kysely<DB>, userId: string) =>
  db
    .selectFrom('moderation_decisions as d')
    .leftJoin('products as p', (join) =>
      join.onRef('p.id', '=', 'd.product_id').on('p.deleted_at', 'is', null),
    )
    .where('d.user_id', '=', userId)
    .where('d.seen_at', 'is', null)
    .where('d.action', '<>', 'account_suspended')
    .select(['d.id', 'd.action', 'd.reason', 'd.decided_at', 'p.id as product_id', 'p.title', 'p.asin'])
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
    .select(['action', 'reason', 'product_id', 'decided_at'])
    .orderBy('decided_at')
    .execute()

/** Removes reports on a person and their products, and the texts of reports that they made. */
export async function deleteReportsOf(db: Kysely<DB>, userId: string): Promise<void> {
  await sql`delete from moderation_cases where id in (
    select id from moderation_cases where id in (${casesOf(userId)}) order by id for update)`.execute(db)
  await db
    .updateTable('reports')
    .set({ reporter_id: null, text: null })
    .where('reporter_id', '=', userId)
    .execute()
}
